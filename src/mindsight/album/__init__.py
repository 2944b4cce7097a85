"""T/GDCSA 022-2024 信息技术 智能相册产品功能评测规范: tests of smart photo album products.

Built so far: image enhancement (5.3, 6.3.2, 6.3.3).
"""
