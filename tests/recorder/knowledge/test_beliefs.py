"""What is believed of pages goes through a database, and leaves it as it was as far as it decides anything."""

from recorder.knowledge.beliefs import BELIEFS, beliefs_kept


def test_only_what_was_known_from_the_start_is_believed_wholly_or_not_at_all() -> None:
    beliefs = {"sample": 1.0, "sure": 0.999999, "between": 0.43216, "out of the question": 1e-9, "entry": 0.0}
    kept = beliefs_kept(beliefs, {"sample", "sure"}, {"between"}, {url: place for place, url in enumerate(beliefs)})
    assert sorted(kept[BELIEFS]) == [
        [0, 1.0, True],
        [1, 0.9999, True],
        [2, 0.4322, None],
        [3, 0.0001, False],
        [4, 0.0, False],
    ]


def test_of_pages_that_are_not_stored_nothing_is_kept() -> None:
    assert beliefs_kept({"gone": 0.5}, {"gone"}, set(), {}) == {}
