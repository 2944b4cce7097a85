"""The scales of table 3 (6.3.1) and table 4 (6.4.1), word for word in Chinese, and translated.

The words of the document are data here: they never go through the message catalogue, which could be edited.
"""

from typing import NamedTuple

from mindsight.rating.campaigns.plan import Question
from mindsight.text import Language


class Anchor(NamedTuple):
    """One row of the table: points, and what they mean."""

    points: int
    zh: str
    en: str

    def words(self, language: Language) -> str:
        """Return the row's words in a language."""
        return self.zh if language == "zh" else self.en


class Rubric(NamedTuple):
    """A table of the document."""

    clause: str
    table: int
    task_zh: str
    task_en: str
    anchors: tuple[Anchor, ...]

    def task(self, language: Language) -> str:
        """Return what the clause asks of a rater."""
        return self.task_zh if language == "zh" else self.task_en


RUBRICS: dict[Question, Rubric] = {
    "enhancement": Rubric(
        clause="6.3.1",
        table=3,
        task_zh="将图像增强后的输出图像与原始的参考图像进行对比，依据人的主观感受进行评分。",
        task_en="Compare the output of the enhancement with the original reference and give points by your own impression.",
        anchors=(
            Anchor(
                100,
                "输出图像与参考图像无明显差别。",
                "The output does not differ noticeably from the reference.",
            ),
            Anchor(
                80,
                "输出图像的质量相对输入图像而言有较大的改善，仍存在一些模糊、噪点。",
                "The quality of the output is much better than that of the input; some blur and noise remain.",
            ),
            Anchor(
                60,
                "输出图像的质量相对输入图像而言有一定的改善，但是存在较多的模糊、噪点等未去除。",
                "The quality of the output is somewhat better than that of the input, but much blur, noise and the like was not removed.",
            ),
            Anchor(
                40,
                "输出图像的质量相对输入图像而言稍有改善，但是存在很多的模糊、噪点未消去、或生成了新的影响质量的不利因素。",
                "The quality of the output is slightly better than that of the input, but a great deal of blur and noise was not removed, "
                "or something new was produced that harms the quality.",
            ),
            Anchor(
                0,
                "输出图像未见任何感官上的改善，或者出现感官上的劣化。",
                "The output shows no improvement that can be perceived, or looks worse.",
            ),
        ),
    ),
    "segmentation": Rubric(
        clause="6.4.1",
        table=4,
        task_zh="评价图像分割的边缘是否够流畅、完整。",
        task_en="Judge whether the edges of the segmentation are smooth and complete.",
        anchors=(
            Anchor(
                100,
                "输出图像边缘流畅无毛刺，与参考的掩膜一致。",
                "The edges of the output are smooth and without burrs, and agree with the reference mask.",
            ),
            Anchor(
                80,
                "输出图像边缘比较流畅、毛刺较少，与掩膜基本一致。",
                "The edges of the output are rather smooth with few burrs, and agree with the mask by and large.",
            ),
            Anchor(
                60,
                "输出图像边缘流畅程度一般，存在较多毛刺，与掩膜相比整体形状有局部细节差异。",
                "The edges of the output are moderately smooth with many burrs; details of the shape differ from the mask in places.",
            ),
            Anchor(
                40,
                "输出图像边沿不流畅、毛刺较多，形状与掩膜相比有出入，主体有部分缺失或者存在额外内容。",
                "The edges of the output are not smooth and have many burrs; the shape deviates from the mask, a part of the subject is "
                "missing or something else is included.",
            ),
            Anchor(
                0,
                "输出图像和掩膜有较大差异，遗漏或额外增加较大面积的内容。",
                "The output differs greatly from the mask: a large area is missing or was added.",
            ),
        ),
    ),
}
