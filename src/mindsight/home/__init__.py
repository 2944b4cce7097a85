"""家庭环境通用人工智能测试规范 视觉心智能力: tests of agents in home environments.

Built so far: task generalisation T (4.2, 6.4.1 f) from tables of results. ``home.scoring.generalisation`` holds the formulas,
``home.scoring.sampling`` says how far T may be trusted. Importing this package loads nothing.
"""
