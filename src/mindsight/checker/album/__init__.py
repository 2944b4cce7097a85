"""Formulas of T/GDCSA 022-2024, a second time.

``enhancement`` (6.3.2 PSNR, 6.3.3 SSIM) with ``pictures``, the terms that two pictures can have; ``segmentation`` (6.4.2 pixel
accuracy, 6.4.3 IoU); ``classification`` (6.2.1 Macro-F1) with ``rates``, ``resamples`` for intervals and ``clusters``.
"""
