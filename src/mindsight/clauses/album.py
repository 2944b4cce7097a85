"""The clauses of T/GDCSA 022-2024, the evaluation of smart photo albums."""

from functools import partial

from mindsight.clauses.entry import Clause, Document, index

DOCUMENT = Document(
    name="album",
    number="T/GDCSA 022-2024",
    zh="信息技术 智能相册产品功能评测规范",
    en="Information technology—Specification for performance evaluation of smart photo album products",
    edition="issued 2024-12-20, in force from 2025-01-23",
    edition_zh="2024-12-20 发布，2025-01-23 实施",
    date="2024-12-20",
)

# Clause → dotted path of the function that implements it, one line each.
FUNCTIONS: dict[str, str] = {
    "4.1-a": "mindsight.album.procedure.unstated_facts",
    "4.1-b": "mindsight.album.procedure.unstated_facts",
    "4.2-b": "mindsight.album.enhancement.preparation.make_enhancement_kit",
    "5.1": "mindsight.album.procedure.basic_procedure",
    "5.2": "mindsight.album.products.product_file.ProductFile.sorting",
    "5.2-classification": "mindsight.album.products.product_file.ProductFile.sorting",
    "5.2-enhancement": "mindsight.album.products.product_file.ProductFile.sorting",
    "5.2-segmentation": "mindsight.album.products.product_file.ProductFile.sorting",
    "5.3-classification-a": "mindsight.album.classification.preparation.make_classification_kit",
    "5.3-classification-b": "mindsight.album.classification.procedure.ClassificationWorker.judge",
    "5.3-classification-c": "mindsight.album.classification.record.record_rows",
    "5.3-enhancement-a": "mindsight.album.enhancement.preparation.make_enhancement_kit",
    "5.3-enhancement-b": "mindsight.album.enhancement.procedure.EnhancementWorker.judge",
    "5.3-segmentation-a": "mindsight.album.segmentation.preparation.make_segmentation_kit",
    "5.3-segmentation-b": "mindsight.album.segmentation.procedure.SegmentationWorker.judge",
    "5.3-segmentation-c": "mindsight.album.segmentation.procedure.SegmentationWorker.judge",
    "5.4": "mindsight.album.enhancement.scoring.score_table",
    "6.1": "mindsight.album.products.functions.indicators",
    "6.2.1": "mindsight.album.classification.formulas.macro_f1_points",
    "6.3.1": "mindsight.rating.opinion.score.opinion_score",
    "6.3.2": "mindsight.album.enhancement.formulas.psnr_points",
    "6.3.3": "mindsight.album.enhancement.formulas.ssim_points",
    "6.4.1": "mindsight.rating.opinion.score.opinion_score",
    "6.4.2": "mindsight.album.segmentation.formulas.pixel_accuracy",
    "6.4.3": "mindsight.album.segmentation.formulas.overlap",
    "table.1": "mindsight.album.products.functions.indicators",
    "table.2": "mindsight.album.classification.formulas.cases",
    "table.5": "mindsight.album.segmentation.formulas.pixels_of",
}

_row = partial(Clause, "album")

CLAUSES = index(
    (
        _row("4.1-a", "具备智能算法的相册软件或类似软件", "Album software with smart algorithms, or software like it"),
        _row("4.1-b", "支持运行前述软件的硬件平台", "A hardware platform that runs that software"),
        _row("4.1-c", "相应的网络环境", "The network environment that the software needs", status="by_people"),
        _row("4.2-a", "内容丰富、涵盖多种主题的测试图像", "Test images, rich in content and of many subjects"),
        _row(
            "4.2-b", "测试图像对应的标签、原始图像或标准图像", "Labels, originals or standard images of the test images"
        ),
        _row("5.1", "概述（基本测试流程）", "Overview: the basic test procedure"),
        _row("5.2", "功能确认", "Confirming the functions"),
        _row("5.2-classification", "图像分类型", "Functions of the classification kind"),
        _row("5.2-enhancement", "图像增强型", "Functions of the enhancement kind"),
        _row("5.2-segmentation", "图像分割型", "Functions of the segmentation kind"),
        _row("5.3", "性能测试", "Performance test, for each kind by itself"),
        _row(
            "5.3-classification-a",
            "准备测试图像并记录实际类别，每类超过10张",
            "Prepare test images, record their actual class, more than 10 per class",
        ),
        _row("5.3-classification-b", "导入图像并开启分类功能", "Import the images and start the classification"),
        _row(
            "5.3-classification-c",
            "记录编号、实际类别、相册分类的类别",
            "Record number, actual class and the class that the album gave",
        ),
        _row(
            "5.3-enhancement-a",
            "准备参考图像和输入图像，参考图像大于30张",
            "Prepare reference and input images, more than 30 references",
        ),
        _row(
            "5.3-enhancement-b",
            "处理输入图像，记录参考图像对应的输入图像和输出图像",
            "Process the input images; record input and output of each reference",
        ),
        _row(
            "5.3-segmentation-a",
            "准备原始图像并人工得到掩膜图像，大于30张",
            "Prepare originals and make their masks by hand, more than 30",
        ),
        _row("5.3-segmentation-b", "处理原始图像，得到输出图像", "Process the originals to get the output images"),
        _row(
            "5.3-segmentation-c",
            "记录原始图像对应的掩膜图像和输出图像",
            "Record mask and output of each original",
        ),
        _row("5.4", "结果统计", "Collecting the results"),
        _row("6.1", "评测指标体系", "System of metrics"),
        _row("table.1", "智能相册产品质量评测指标体系", "System of quality metrics of smart album products"),
        _row("6.2.1", "Macro-F1 评分", "Macro-F1 score", formulas=(1, 2, 3, 4)),
        _row("table.2", "图像分类混淆矩阵表", "Confusion matrix of image classification"),
        _row("6.3.1", "图像质量主观评价", "Subjective evaluation of image quality"),
        _row("table.3", "图像质量主观评分规则表", "Rules for subjective scores of image quality"),
        _row("6.3.2", "峰值信噪比评分", "Score of the peak signal-to-noise ratio", formulas=(5, 6, 7)),
        _row("6.3.3", "结构相似性指数评分", "Score of the structural similarity index", formulas=(8, 9)),
        _row("6.4.1", "图像分割主观评价", "Subjective evaluation of image segmentation"),
        _row("table.4", "图像分割主观评分规则表", "Rules for subjective scores of image segmentation"),
        _row("6.4.2", "像素准确率评分", "Score of the pixel accuracy", formulas=(10, 11)),
        _row("table.5", "像素分类混淆矩阵表", "Confusion matrix of pixel classification"),
        _row("6.4.3", "像素重叠度评分", "Score of the pixel overlap (IoU)", formulas=(12, 13)),
    ),
    FUNCTIONS,
)
