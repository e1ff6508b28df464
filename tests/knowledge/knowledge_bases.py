"""Small knowledge folders for tests: a sound one, and ways to spoil it."""

from __future__ import annotations

from pathlib import Path

FACTS = """
schema: 1
facts:
  - {id: params, type: number, unit: params, low: 1, high: 1e13, of: slot, name: {en: parameters, zh: 参数量}}
  - {id: method, type: enum, of: slot, values: [full, lora], name: {en: method, zh: 方法}}
  - {id: nodes, type: number, unit: count, low: 1, high: 1000, of: plan, name: {en: machines, zh: 机器数}}
  - {id: fits, type: flag, name: {en: fits, zh: 放得下}}
  - {id: gpu, type: name, refers: gpus, of: plan, name: {en: card, zh: 显卡}}
  - {id: budget, type: number, unit: USD, low: 0, high: 1e9, of: slot, name: {en: budget, zh: 预算}}
"""

TABLES = """
schema: 1
tables:
  - {id: size, hit: priority, covers: [method, params], monotone: params, title: {en: size, zh: 规模}}
  - {id: link, hit: unique, title: {en: link, zh: 互联}}
  - {id: notes, hit: collect, title: {en: notes, zh: 提示}}
"""

SOURCES = """
schema: 1
sources:
  - {id: paper, kind: paper, title: A paper, date: "2024"}
  - {id: text, kind: article, title: An article, date: "2024"}
"""

CARDS = """
schema: 1
gpus:
  - {id: small, name: Small 24, memory_gb: 24, source: paper}
  - {id: large, name: Large 80, memory_gb: 80, source: paper}
"""

RULES = """
schema: 1
rules:
  - id: size.any
    table: size
    kind: recommendation
    priority: 1
    then: {choose: cheapest}
    because: {en: Take the cheapest., zh: 选最便宜的。}
    sources: [paper]
    examples: {yes: [{method: lora}]}
  - id: size.small
    table: size
    kind: recommendation
    priority: 50
    when: {all: [{slot: params, lte: 7B}]}
    then: {gpu: [small], count: 1}
    because: {en: Up to 7B take one small card., zh: 7B 以内一张小卡。}
    sources: [paper]
    claims: [c1]
    examples: {yes: [{params: 1B}], no: [{params: 8B}]}
  - id: size.large
    table: size
    kind: recommendation
    priority: 50
    when: {all: [{slot: params, gt: 7B}]}
    then: {gpu: [large], count: 1}
    because: {en: Above 7B take a large card., zh: 7B 以上用大卡。}
    sources: [paper]
    examples: {yes: [{params: 8B}], no: [{params: 7B}]}
"""

CLAIMS = """
schema: 1
claims:
  - {id: c1, article: text, topic: gpu, verdict: supported, says: {en: Small is enough., zh: 小卡够用。}}
"""

FILES = {
    "facts/facts.yaml": FACTS,
    "rules/tables.yaml": TABLES,
    "rules/rules.yaml": RULES,
    "sources/sources.yaml": SOURCES,
    "gpus/gpus.yaml": CARDS,
    "claims/claims.yaml": CLAIMS,
}


def write_base(root: Path, **changed: str) -> Path:
    """Write the sound base below `root/knowledge`; `changed` adds files: `rules_more="..."` is rules/more.yaml."""
    folder = root / "knowledge"
    for name, content in FILES.items():
        put(folder / name, content)
    for key, content in changed.items():
        put(folder / (key.replace("_", "/", 1) + ".yaml"), content)
    return folder


def put(file: Path, content: str) -> Path:
    """Write `content` to `file`, with its folders."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content.lstrip("\n"), encoding="utf-8")
    return file


def rule(identity: str, *, table: str = "notes", when: str = "{}", then: str = "{note: x}", **rest: str) -> str:
    """Return a file with one rule; `rest` are further keys and their YAML."""
    keys = {
        "priority": "50",
        "because": "{en: Because., zh: 因为。}",
        "sources": "[paper]",
        "examples": "{yes: [{fits: true}], no: [{fits: false}]}",
        **rest,
    }
    lines = [f"  - id: {identity}", f"    table: {table}", "    kind: advice", f"    when: {when}", f"    then: {then}"]
    lines += [f"    {key}: {value}" for key, value in keys.items() if value]
    return "\n".join(["schema: 1", "rules:", *lines]) + "\n"
