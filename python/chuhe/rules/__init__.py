"""How games end, what is punished and how: outcomes, and the named rule books as data.

A rule book is a row of fields: what the board alone can decide with (mate,
repetition, the natural limit 自然限着, dead positions), and what is decided at
the table (fouls, draw offers, touched pieces, the flag).

>>> RULES["cxa"].natural_limit, RULES["axf"].natural_limit
(60, 50)
>>> RULES["club"].fouls_lose, RULES["club-2015"].fouls_lose
(2, 3)

What a book looks for in a repetition is named in `RuleSet.repetition`; the
policies, and the acts of a ply from check 将 to idle 闲, are the core's.
"""

from chuhe.rules.book import READING, USUAL_PENALTIES, RuleSet
from chuhe.rules.books import RULES, book_text, rule_set
from chuhe.rules.clauses import Clause
from chuhe.rules.matrix import CONDUCTS, Conduct, Pair
from chuhe.rules.offences import Offence, Penalty
from chuhe.rules.outcome import Outcome, Termination

__all__ = [
    "CONDUCTS",
    "READING",
    "RULES",
    "USUAL_PENALTIES",
    "Clause",
    "Conduct",
    "Offence",
    "Outcome",
    "Pair",
    "Penalty",
    "RuleSet",
    "Termination",
    "book_text",
    "rule_set",
]
