"""Names the base knows are concepts of a question: models by kind, cards by make, instances by their look."""

from __future__ import annotations

import pytest

from assistant.knowledge import Knowledge
from assistant.language.faq import retrieve
from assistant.language.faq.index import index_of
from assistant.language.faq.naming import named, shapes_in
from assistant.language.faq.phrases import simplify, simplify_all

KB = Knowledge.load()
INDEX = index_of(KB)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("fine-tune sensevoice-small", "speech"),
        ("densenet on one card", "vision"),
        ("pixart lora", "diffusion"),
        ("gpt-oss-20b with adapters", "experts"),
        ("what is inside Standard_NC48ads_A100_v4", "vendor"),
        ("ml.g5.12xlarge or what", "vendor"),
        ("ecs.gn6e-c12g1.3xlarge是几张卡", "vendor"),
    ],
)
def test_a_name_stands_for_what_it_is(text: str, concept: str) -> None:
    assert concept in INDEX.read(text).concepts


def test_every_alias_of_a_speech_model_is_speech_unless_a_concept_has_it() -> None:
    claimed = {word: concept.id for concept in KB.concepts.values() for word in (*concept.en, *concept.zh)}
    told = dict(named(KB, claimed))
    for model in KB.models.values():
        if model.kind.startswith("speech"):
            assert all(told.get(name.lower(), claimed.get(name.lower())) for name in model.aliases)
    assert not told.keys() & claimed.keys()


@pytest.mark.parametrize("text", ["a 12v rail of 850w", "1.5b in 24gb", "4090 or a100", "v100 h800 l40s t4 mi300x"])
def test_units_and_cards_are_no_instances(text: str) -> None:
    assert not INDEX.reader.places.find(text.split())


def test_shapes_leave_numbers_out() -> None:
    assert shapes_in("ecs.gn7i-c16g1.4xlarge") == shapes_in("ecs.gn6i-c4g1.xlarge".replace("xlarge", "2xlarge"))


def test_names_of_models_are_no_misspellings() -> None:
    assert INDEX.correct("smollm") == "smollm"
    assert retrieve(KB, "how much vram to tune smollm 1.7b").topic == "vram-estimate"


def test_concepts_that_meet_are_a_feature() -> None:
    features = INDEX.read("slow disk").features
    assert "p:disk+slow" in features
    assert not any("+" in feature for feature in INDEX.read("disk").features)


def test_many_texts_are_simplified_as_one_is() -> None:
    texts = ["8xH100 ＮＶＬｉｎｋ", "plain", "單機記憶體", "", "Don't", "2x24 = 48", "24 GB × 2"]
    assert simplify_all(texts, INDEX.reader.characters) == [simplify(text, INDEX.reader.characters) for text in texts]


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("internvl9-14b", "vlm"),
        ("qwen9-vl-4b", "vlm"),
        ("cosyvoice7", "speech"),
        ("sdxl9-turbo", "diffusion"),
        ("sam9", "vision"),
        ("rtdetrv9", "vision"),
    ],
)
def test_a_later_version_is_of_its_family(text: str, concept: str) -> None:
    assert (concept, text) in set(INDEX.reader.families.find([text]))


@pytest.mark.parametrize("text", ["qwen9-4b", "open-source", "google2", "4090", "a100-80g", "24gb", "7b", "ssd2"])
def test_a_family_of_several_kinds_and_other_words_are_none(text: str) -> None:
    assert not list(INDEX.reader.families.find([text]))
