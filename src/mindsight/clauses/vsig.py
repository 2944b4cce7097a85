"""The requirements of the README of the Visual-Speech Intent Grounding benchmark.

The README has no numbers: tasks are counted in the order of its introduction, rows of its table and annotations
by template (指令1 to 指令6). Installation, configuration and use of its code are left out.
"""

from functools import partial

from mindsight.clauses.entry import Clause, Document, index

DOCUMENT = Document(
    name="vsig",
    number="",
    zh="视觉-语音意图定位（VSIG）推理与评估基准",
    en="Visual-Speech Intent Grounding (VSIG) Benchmark",
    edition="README; the text carries no number, version or date",
    edition_zh="README；文本未载明编号、版本和日期",
    date="",
)

# Clause → dotted path of the function that implements it, one line each.
FUNCTIONS: dict[str, str] = {
    "structure": "mindsight.vsig.dataset.discovery.find_folders",
    "table.1": "mindsight.vsig.language.templates.template",
    "table.2": "mindsight.vsig.language.templates.template",
    "table.3": "mindsight.vsig.language.templates.template",
    "table.4": "mindsight.vsig.language.templates.template",
    "table.5": "mindsight.vsig.language.templates.template",
    "table.6": "mindsight.vsig.language.templates.template",
    "note.2": "mindsight.vsig.language.templates.is_in_order",
    "annotation.1": "mindsight.vsig.language.templates.wanted",
    "annotation.2": "mindsight.vsig.language.templates.wanted",
    "annotation.3": "mindsight.vsig.language.templates.wanted",
    "annotation.4": "mindsight.vsig.language.templates.wanted",
    "annotation.5": "mindsight.vsig.language.templates.wanted",
    "annotation.6": "mindsight.vsig.language.templates.wanted",
    "task.1": "mindsight.vsig.scoring.intent.score_description",
    "task.2": "mindsight.vsig.scoring.spatial.hits_object",
    "task.3": "mindsight.vsig.scoring.temporal.within",
    "note.1": "mindsight.vsig.scoring.temporal.counts",
    "results": "mindsight.vsig.scoring.measures.overall_of",
}

_row = partial(Clause, "vsig")

CLAUSES = index(
    (
        _row("task.1", "意图 Grounding", "Intent grounding: the vague intent as an explicit command"),
        _row("task.2", "空间 Grounding", "Spatial grounding: coordinates of target objects and spaces"),
        _row("task.3", "时间 Grounding", "Temporal grounding: times at which the targets are meant"),
        _row("structure", "项目结构（数据文件夹）", "Project structure: folders of the data"),
        _row("table.1", "指令1：不说话", "Template 1: nothing is said"),
        _row("table.2", "指令2：把这个拿起来", "Template 2: pick this up"),
        _row("table.3", "指令3：把这个放到这里", "Template 3: put this here"),
        _row("table.4", "指令4：把这个放到它的右边", "Template 4: put this to the right of it"),
        _row(
            "table.5",
            "指令5：把这个放到它的右边，然后把它拿起来",
            "Template 5: put this to the right of it, then pick it up",
        ),
        _row(
            "table.6",
            "指令6：把这个放到它的右边，然后把它放在它的左边",
            "Template 6: put this to the right of it, then put it to the left of it",
        ),
        _row("note.1", "asr_result为null则不统计时间得分", "No temporal score where asr_result is null"),
        _row("note.2", "标注的顺序完全一致", "The order of the annotations is always the same"),
        _row("annotation.1", "指令1的标注", "Annotation of template 1"),
        _row("annotation.2", "指令2的标注", "Annotation of template 2"),
        _row("annotation.3", "指令3的标注", "Annotation of template 3"),
        _row(
            "annotation.4",
            "指令4的标注：跳过object2，其名称与space1合并",
            "Annotation of template 4: object 2 is skipped, its name joined to space 1",
        ),
        _row(
            "annotation.5",
            "指令5的标注：跳过object2，其名称与space1合并",
            "Annotation of template 5: object 2 is skipped, its name joined to space 1",
        ),
        _row(
            "annotation.6",
            "指令6的标注：跳过object2和object4，其名称与space1和space2合并",
            "Annotation of template 6: objects 2 and 4 are skipped, their names joined to spaces 1 and 2",
        ),
        _row("results", "部分结果（总分）", "Some results: the overall score"),
    ),
    FUNCTIONS,
)
