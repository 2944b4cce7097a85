"""Clause 5.2, 客体属性及关系: what things are, their looks, places and relations."""
