"""The world's answers to actions, in the language of the prompt.

The subject reads these sentences, so changing their wording changes the rule version.
"""

from dataclasses import dataclass, field

from mindsight.engine.scenes.scene import Scene

Words = tuple[str, str]

SENTENCES: dict[str, Words] = {
    "picked": ("你拿起了{thing}。", "You picked up the {thing}."),
    "placed": ("你放下了{thing}。", "You put down the {thing}."),
    "placed_in": ("你把{thing}放进了{place}。", "You put the {thing} into the {place}."),
    "placed_on": ("你把{thing}放到了{place}上。", "You put the {thing} on the {place}."),
    "slid": ("你放下了{thing}，但它滑开了{cm}厘米。", "You put down the {thing}, which slid away by {cm} cm."),
    "pressed": ("你按下了{part}。", "You pressed the {part}."),
    "stuck": ("{part}按不动。", "The {part} does not move."),
    "opened": ("你打开了{part}。", "You opened the {part}."),
    "closed": ("你关上了{part}。", "You closed the {part}."),
    "stopped": ("{part}被挡住了，停在一半。", "The {part} is blocked and stopped half-way."),
    "locked": ("{part}锁着，打不开。", "The {part} is locked."),
    "already": ("{part}已经是这样了。", "The {part} is like that already."),
    "rotated": ("你转动了{thing}。", "You turned the {thing}."),
    "wiped": ("你擦掉了{thing}。", "You wiped away the {thing}."),
    "looked": ("你看向了另一处。", "You look elsewhere."),
    "walked": ("你走到了{place}。", "You walked to: {place}."),
    "waited": ("你等了{seconds}秒。", "You waited {seconds} s."),
    "said": ("你说完了。", "You said it."),
    "proposed": ("你说了打算做什么。", "You said what you mean to do."),
    "proposed_nothing": ("你没有说打算做什么。", "You did not say what you mean to do."),
    "finished": ("你表示已完成。", "You said that you are done."),
    "declined": ("你表示不做。", "You declined."),
    "unreadable": (
        "没有读懂你的动作。请按规定的格式给出一个动作。",
        "Your action could not be read. Give one action in the form described.",
    ),
    "nothing": ("那里没有东西。", "There is nothing there."),
    "hand_full": ("你手里已经拿着{thing}。", "You are already holding the {thing}."),
    "hand_empty": ("你手里没有东西。", "You are holding nothing."),
    "fixed": ("{thing}拿不起来。", "The {thing} cannot be picked up."),
    "fixed_nameless": ("那里拿不起来。", "That cannot be picked up."),
    "covered": ("{thing}上面压着别的东西。", "Something rests on the {thing}."),
    "no_space": ("那里放不下{thing}。", "There is no room for the {thing} there."),
    "not_level": ("那里不能放东西。", "Nothing can be put there."),
    "not_pressable": ("那里没有可以按的东西。", "There is nothing to press there."),
    "not_openable": ("那里没有可以开关的东西。", "There is nothing to open or close there."),
    "not_wipeable": ("那里没有可以擦的东西。", "There is nothing to wipe there."),
    "not_turnable": ("那里没有可以转的东西。", "There is nothing to turn there."),
    "no_room_to_turn": ("那里转不开。", "There is no room to turn it."),
    "no_viewpoint": ("没有叫“{place}”的位置。", 'There is no place called "{place}".'),
}


@dataclass(frozen=True)
class Feedback:
    """The result of an action: ``code`` is a key of ``SENTENCES``; names and numbers fill the sentence."""

    code: str
    ok: bool
    names: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)

    def words(self, scene: Scene, language: str) -> str:
        """Return the sentence in a language, ``zh`` or ``en``."""
        filled: dict[str, str] = {key: title(scene, name, language) for key, name in self.names.items()}
        filled |= {key: f"{value:.0f}" for key, value in self.numbers.items()}
        return SENTENCES[self.code][0 if language == "zh" else 1].format_map(filled)


def title(scene: Scene, name: str, language: str) -> str:
    """Return the title of a thing, part or viewpoint of the scene; an unknown name is returned as it is."""
    index: dict[str, tuple[str, str]] = {v.name: (v.zh, v.en) for v in scene.plan.viewpoints}
    index |= {part.name: (part.zh, part.en) for part in scene.register.parts.values()}
    index |= {thing.name: (thing.zh, thing.en) for thing in scene.things.values()}
    if name not in index:
        return name
    return index[name][0 if language == "zh" else 1]
