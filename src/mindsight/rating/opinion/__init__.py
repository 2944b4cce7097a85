"""From a table of raters and items to numbers: pure functions, arrays in, numbers out.

Open ``score`` first: the score of clauses 6.3.1 and 6.4.1, the mean of at least three complete raters, and its interval. Beside it, never
instead of it: ``raters`` (each rater's bias, inconsistency, correlation, repeats), ``likelihood`` (ITU-T P.910), ``screening``
(ITU-R BT.500, ITU-T P.913), ``consistency`` (is the whole experiment one experiment?), ``pairs`` (Bradley and Terry).
"""
