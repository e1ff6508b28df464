"""Words of the screen's own furniture, in both languages.

They stand here and not in the knowledge base because the first frame is drawn before the knowledge base is loaded.
What the assistant says comes from the knowledge base; this is only labels, hints and the welcome.
"""

from __future__ import annotations

from typing import Final

STRINGS: Final[dict[str, tuple[str, str]]] = {
    "tagline": ("which machine to rent, and why", "租哪台机器训练，为什么"),
    "you": ("you", "你"),
    "me": ("rigwise", "rigwise"),
    "welcome": (
        "Tell me what you want to train, on how much data, for how much money. I size it and show every formula.",
        "告诉我要训练什么、数据有多大、预算是多少。我来估算显存、挑选机器，每个数字都能展开到公式。",
    ),
    "welcome.hint": (
        "Say it in one sentence, or start from an example:",
        "用一句话说完，或者从一个例子开始：",
    ),
    "prompt": ("Type an answer, or / for commands", "输入回答，或按 / 查看命令"),
    "palette": ("What do you want to do?", "想做什么？"),
    "loading": ("loading the knowledge base …", "正在载入知识库 …"),
    "thinking": ("working it out …", "正在计算 …"),
    "queued": ("queued: answered as soon as the knowledge base is loaded", "已排队：知识库载入后立即回答"),
    "known": ("What I know", "已知信息"),
    "plan": ("Plan", "方案"),
    "plan.none": (
        "No plan yet. It appears here once task, size, data and budget are known.",
        "还没有方案。知道任务、规模、数据和预算后会显示在这里。",
    ),
    "memory": ("Memory per GPU", "每卡显存"),
    "scaling": ("Scaling", "多卡扩展"),
    "options": ("Options", "可选方案"),
    "plan.keys": ("esc back   ↑↓ scroll   tab enter open a part", "esc 返回   ↑↓ 滚动   tab 回车 展开"),
    "plan.whole": ("the whole plan", "完整方案"),
    "rejected": ("Why not the others", "为什么不选其他"),
    "levers": ("What would change it", "可以改变结果的办法"),
    "assumptions": ("Assumed", "假设"),
    "rules": ("Rules that fired", "生效的规则"),
    "derivations": ("Every number", "每个数字的来历"),
    "infeasible": ("does not fit", "不满足"),
    "maths": ("the arithmetic", "计算过程"),
    "disagreement": ("what each article says", "各篇文章的说法"),
    "more.items": ("{count} more", "另有 {count} 条"),
    "details": ("details", "展开详情"),
    "weights": ("Weights", "权重"),
    "gradients": ("Gradients", "梯度"),
    "optimizer": ("Optimizer", "优化器"),
    "activations": ("Activations", "激活"),
    "overhead": ("Overhead", "开销"),
    "fit": ("{needed} of {capacity} GB, {free} GB free", "{needed} / {capacity} GB，剩余 {free} GB"),
    "unfit": ("{needed} GB needed, {capacity} GB there", "需要 {needed} GB，只有 {capacity} GB"),
    "ideal": ("ideal", "理想"),
    "estimate": ("estimate", "估计"),
    "cheapest": ("Cheapest", "最便宜"),
    "recommended": ("Recommended", "推荐"),
    "fastest": ("Fastest", "最快"),
    "offer": ("Cloud", "云"),
    "type": ("Machine", "机型"),
    "price": ("Price", "单价"),
    "per_hour": ("/h", "/小时"),
    "spot": ("spot", "竞价"),
    "on_demand": ("on demand", "按需"),
    "split": ("Split", "并行"),
    "micro_batch": ("micro-batch", "微批"),
    "checkpointing": ("checkpointing", "激活重算"),
    "numbers": ("Precision", "精度"),
    "cpu": ("CPU", "CPU"),
    "cores": ("cores", "核"),
    "ram": ("RAM", "内存"),
    "storage": ("Storage", "存储"),
    "network": ("Network", "网络"),
    "time": ("Time", "时长"),
    "cost": ("Cost", "费用"),
    "no_rent": ("no rent", "无租金"),
    "owned": ("owned", "自有"),
    "no_gpu": ("no GPU needed", "不需要 GPU"),
    "task": ("Task", "任务"),
    "params": ("Parameters", "参数量"),
    "dataset_bytes": ("Dataset", "数据集"),
    "budget": ("Budget", "预算"),
    "copied": ("copied the last answer to the clipboard", "已复制最后一条回答"),
    "copied.none": ("nothing to copy yet", "还没有可复制的内容"),
    "exported": ("Wrote **{path}** into {folder}.", "已写入 **{path}**，在 {folder} 中。"),
    "delivered": ("**{path}** is downloaded by the browser.", "浏览器正在下载 **{path}**。"),
    "export.none": ("no plan to export yet", "还没有可导出的方案"),
    "export.choose": ("pick a format, or type it", "选择格式，或直接输入"),
    "export.failed": ("The plan could not be written: {error}.", "方案无法写入：{error}。"),
    "quit.how": ("ctrl+q leaves (the conversation is saved)", "按 ctrl+q 退出（对话会保存）"),
    "more.lines": ("{count} more lines: click or press enter", "还有 {count} 行：点击或按回车展开"),
    "fewer.lines": ("show less", "收起"),
    "saved": (
        "conversation saved; go on with: rigwise chat --resume {path}",
        "对话已保存，继续请用：rigwise chat --resume {path}",
    ),
    "save.failed": ("the conversation could not be saved: {error}", "对话无法保存：{error}"),
    "failed": ("Something went wrong here: {error}. Your answers are kept.", "出错了：{error}。之前的回答都还在。"),
    "command.unknown": ("no such command: {name}", "没有这个命令：{name}"),
    "help": ("Help", "帮助"),
    "help.keys": ("Keys and commands", "按键与命令"),
    "help.say": ("Things to say", "可以这样说"),
    "back": ("back", "返回"),
    "theme": ("theme: {name}", "主题：{name}"),
}
"""Key -> (English, Chinese)."""

EXAMPLES: Final[tuple[tuple[str, str], ...]] = (
    ("Full fine-tune a 7B on 20 GB of text, $3000", "全参微调 7B，20GB 文本，预算 3 万元"),
    ("LoRA on Llama 3 8B with one RTX 4090", "用一张 4090 对 Qwen2.5-7B 做 LoRA"),
    ("Train YOLO on 200 GB of images", "用 200GB 图片训练 YOLO"),
)
"""Three openings that teach by clicking."""

THINGS_TO_SAY: Final[tuple[tuple[str, str], ...]] = (
    ("why 80 GB?", "为什么要 80GB？"),
    ("why not an L40S?", "为什么不用 L40S？"),
    ("what if I use LoRA?", "如果改用 LoRA 呢？"),
    ("compare A100 and H100", "比较 A100 和 H100"),
    ("why is scaling not linear?", "为什么多卡加速不是线性的？"),
    ("my GPU utilisation is 35 %", "GPU 利用率只有 35%"),
    ("undo / start over", "撤销 / 重新开始"),
)
"""Shown on the help screen."""


def tr(key: str, lang: str, **values: object) -> str:
    """Return the words of `key` in `lang` ("en" or "zh"), with `values` put in."""
    text = STRINGS[key][lang == "zh"]
    return text.format(**values) if values else text
