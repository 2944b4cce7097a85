"""The clauses of the test specification for general intelligence in homes, visual understanding ability."""

from functools import partial

from mindsight.clauses.entry import Clause, Document, index

DOCUMENT = Document(
    name="home",
    number="",
    zh="家庭环境通用人工智能测试规范 视觉心智能力",
    en="Test specification for artificial general intelligence in home environments—Visual understanding ability",
    edition="draft; the text carries no number, level or date",
    edition_zh="草案；文本未载明编号、级别和日期",
    date="",
)

# Clause → dotted path of the function that implements it, one line each.
FUNCTIONS: dict[str, str] = {
    "4.2": "mindsight.home.scoring.generalisation.generalisation_index",
    "6.3-a": "mindsight.home.episodes.preflight.check_environment",
    "6.3-b": "mindsight.home.episodes.running.draft_of",
    "6.3-c": "mindsight.home.totals.results_of",
    "6.4.1-a": "mindsight.home.suite.home_manifest",
    "6.4.1-b": "mindsight.home.totals.outcomes_of",
    "6.4.1-c": "mindsight.home.preparation.drawing.slots",
    "6.4.1-d": "mindsight.home.suite.home_manifest",
    "A-check": "mindsight.home.episodes.preflight.check_environment",
    "6.4.1-e": "mindsight.home.scoring.outcomes.judge",
    "6.4.1-f": "mindsight.home.scoring.generalisation.generalisation_index",
    "table.1": "mindsight.home.classes.groups_of",
    "table.A.1": "mindsight.home.reporting.generalisation_blocks.results_table",
}

_row = partial(Clause, "home")
_note = partial(Clause, "home", status="informative")

CLAUSES = index(
    (
        _row("3.2", "家庭环境", "Home environment: laid out by physical logic and social custom"),
        _row("4.1", "测试指标概述", "Overview of the indices, set by the kind of system under test"),
        _row("4.2", "任务泛化能力", "Task generalisation", formulas=(1,)),
        _row("4.3-a", "相关性", "Relevance", formulas=(2,)),
        _row("4.3-b", "覆盖度", "Coverage", formulas=(3,)),
        _row("4.3-c", "自主生成任务", "Autonomous task generation", formulas=(4,)),
        _row("5.1", "概述（测试任务维度）", "Overview of the task dimensions: static and dynamic"),
        _row("table.1", "理解能力评测维度和典型任务", "Dimensions of understanding and typical tasks"),
        _row("5.2", "客体属性及关系理解", "Understanding of object attributes and relations"),
        _row("5.2-a", "属性识别", "Attribute recognition"),
        _row("5.2-b", "关系推理", "Relation reasoning"),
        _row("5.3", "视觉语言联合解译理解", "Joint interpretation of vision and language"),
        _row("5.3-a", "图文匹配", "Image–text matching"),
        _row("5.3-b", "视觉问答", "Visual question answering"),
        _row("5.3-c", "指代消解", "Reference resolution"),
        _row("5.4", "状态理解", "State understanding"),
        _row("5.4-a", "物理状态判断", "Judging physical states"),
        _row("5.4-b", "场景状态推断", "Inferring the state of a scene"),
        _row("5.4-c", "自身状态理解", "Understanding the agent's own state"),
        _row("5.5", "视觉常识理解", "Visual common sense"),
        _row("5.5-a", "隐含信息推理", "Reasoning about hidden information"),
        _row("5.5-b", "反事实推理", "Counterfactual reasoning"),
        _row("5.6", "事件理解", "Event understanding"),
        _row("5.6-a", "事件检测", "Event detection"),
        _row("5.6-b", "时序关系建模", "Modelling temporal relations"),
        _row("5.6-c", "因果推理", "Causal reasoning"),
        _row("5.7", "行为意图理解", "Understanding of behaviour and intention"),
        _row("5.7-a", "动作意图识别", "Recognising the intention of an action"),
        _row("5.7-b", "群体行为预测", "Predicting the behaviour of groups"),
        _row("5.8", "情绪理解", "Emotion understanding"),
        _row("5.8-a", "面部情绪识别", "Recognising emotion in faces"),
        _row("5.8-b", "肢体语言分析", "Analysing body language"),
        _row("5.8-c", "情境情绪推理", "Reasoning about emotion in context"),
        _row("6.1", "概述（测试流程）", "Overview of the procedure: prepare, execute, report"),
        _row("6.1-a", "测试准备", "Test preparation: choose tasks, review the quality of their data"),
        _row("6.1-b", "测试执行", "Test execution: dimension by dimension, task by task, until all are done"),
        _row("6.1-c", "测试结果", "Test results: gather and report them"),
        _row("6.2-a", "合规性和隐私保护", "Legality and protection of privacy"),
        _row("6.2-b", "评测指标完备", "Enough data for every metric"),
        _row("6.2-c", "时效性", "Timeliness"),
        _row("6.2-d", "可用性", "Usability"),
        _row("6.2-e", "多样性和代表性", "Diversity and representativeness"),
        _row(
            "6.2-f",
            "数据标注流程符合GB/T 42755—2023第6章和第7章",
            "Annotation process by GB/T 42755—2023, clauses 6 and 7",
        ),
        _row("6.3-a", "导入待测模型，验证输入和输出数据", "Load the model under test, verify its inputs and outputs"),
        _row("6.3-b", "逐个开展任务测试，记录待测模型表现", "Test task by task, record how the model does"),
        _row("6.3-c", "汇总测试数据", "Gather the test data for analysis and report"),
        _row("6.4.1-a", "选择M个测试任务类别", "Choose M task classes"),
        _row("6.4.1-b", "依次针对M个任务类别开展测试", "Test the M classes one after another"),
        _row("6.4.1-c", "随机生成有效家庭任务和无关家庭任务", "Generate valid and irrelevant home tasks at random"),
        _row(
            "6.4.1-d",
            "给定明确任务指令，设定任务执行时间",
            "Give explicit instructions and a time budget; sum up when it is used up",
        ),
        _row(
            "6.4.1-e",
            "统计TP、TN、FP、FN，根据公式1计算类别得分",
            "Count TP, TN, FP and FN; score the class by formula 1",
        ),
        _row("6.4.1-f", "综合M个类别，计算任务泛化能力最终得分", "Combine the M classes into the final T by formula 1"),
        _row("6.4.2-a", "选择M个测试任务类别", "Choose M task classes (autonomous)"),
        _row("6.4.2-b", "依次针对M个任务类别开展测试", "Test the M classes one after another (autonomous)"),
        _row("6.4.2-c", "随机生成多个预期应完成的家庭任务", "Generate the home tasks that are expected, at random"),
        _row(
            "6.4.2-d",
            "不设定明确任务指令，设定任务执行时间",
            "Give no instruction but a time budget; sum up when it is used up",
        ),
        _row(
            "6.4.2-e",
            "统计已完成任务，根据公式2、3、4计算类别得分",
            "Count the completed tasks; score the class by formulas 2, 3 and 4",
        ),
        _row("6.4.2-f", "计算所有类别的平均分", "Final score: the mean over all classes"),
        _note("A-tasks", "测试任务（示例）", "Example: eight tasks of three dimensions"),
        _note("A-check", "虚拟测试环境检查（示例）", "Example: check of the virtual test environment"),
        _note("A-results", "测试结果（示例）", "Example: task generalisation of two models"),
        _note("table.A.1", "模型测试结果", "Test results of the models"),
    ),
    FUNCTIONS,
)
