"""6.3.2 and 6.3.3: formulas (5) to (9) as printed in the document, for readers of a report who do not have it."""

from mindsight.album.reporting.blocks import clause_formulas
from mindsight.record.blocks import Paragraphs
from mindsight.text import text

_PSNR = (
    text("(5)  PSNR = 20 × log₁₀(MAX_I / √MSE)"),
    text("(6)  MSE = 1 / (M × N) × Σᵢ Σⱼ ‖I(i, j) − K(i, j)‖²,  i = 0 … M − 1,  j = 0 … N − 1"),
    text(
        "(7)  score = 100 for PSNR ≥ 40;  60 + (PSNR − 30) × 40 / 10 for 40 > PSNR ≥ 30;  (PSNR − 20) × 60 / 10 for "
        "30 > PSNR ≥ 20;  0 for PSNR < 20"
    ),
    text("I is the grey reference, K the grey output, both of M × N pixels; MAX_I is the largest pixel value of I."),
)
_SSIM = (
    text(
        "(8)  SSIM(x, y) = (2μxμy + C₁)(2σxy + C₂) / ((μx² + μy² + C₁)(σx² + σy² + C₂)),  C₁ = (k₁ × L)²,  C₂ = (k₂ × L)²"
    ),
    text("(9)  score = SSIM × 100 for SSIM > 0;  0 for SSIM ≤ 0"),
    text(
        "x and y are the grey output and the grey reference; μ are their means, σx² and σy² their variances, σxy their "
        "covariance; k₁ = 0.01, k₂ = 0.03, L = 255."
    ),
)


def printed_formulas() -> tuple[Paragraphs, ...]:
    """Return a block for each clause; its id names the clause."""
    return clause_formulas("6.3.2", _PSNR), clause_formulas("6.3.3", _SSIM)
