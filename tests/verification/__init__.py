"""Whether verify finds what was changed: rebuilding, attacks leaf by leaf, looking again at what lies behind a record."""
