from record.conftest import sealed

__all__ = ["sealed"]
