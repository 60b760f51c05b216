"""The evidence of a photo for every hex, as gains: the log odds of each possible content relative to the known content.

A hex that the photo does not show has no evidence: all its gains are 0. The reader's probabilities for the other hexes are
corrected in three ways. First, a small share of hexes is misread however confident the reader is. Second, the
probabilities already contain the frequency of each content on a board, which memory knows better, so this frequency is divided
out. Third, errors come in groups. If many hexes known to hold yellow pioneers look like stones, the photo probably shows yellow
pioneers as stones, so each of these hexes is weak evidence of a stone. How often the photo shows one known content as another is
counted over all hexes in the photo, less the number that players could really have changed.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.memory.explanations import Pieces
from referee.memory.settings import MemorySettings
from referee.rules.pieces import Piece
from referee.rules.position import cells_of

STONE, EMPTY = len(Piece) - 2, len(Piece) - 1
EVIDENCE_EXPONENT = 0.75  # exponent on each photo's probabilities, since photos share lighting and pieces
LEAST_SHARE = 1e-6
SURELY_SHOWN = 0.99  # a hex at least this likely to show its known content does not count as confused
REALLY_CHANGED = 6.0  # hexes of one content that a round of turns could have changed into one other content
HIDDEN_MARGIN = 1e-9  # keeps the likelihood of the least likely content above 0
SLIPS = 1.0  # hexes of one content that only a slip could have changed into one other content
FEW = 2.0  # added to the number of hexes counted, so that the share does not rest on a few hexes

Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Gains:
    """For each cell, the known content (an index into `Piece`) and the log odds of the six contents relative to the known one."""

    known: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def potential(self) -> float:
        """The log odds of the board with the likeliest content of each cell; no board has higher log odds."""
        return sum(map(max, self.rows))

    def of(self, shown: Pieces) -> float:
        """Return the log odds of a board relative to the known board."""
        return self.of_words(words_of(shown, len(self.known)))

    def of_words(self, words: Sequence[int]) -> float:
        """Return the log odds, relative to the known board, of a board given as one index into `Piece` for each cell."""
        return sum(row[word] for row, word in zip(self.rows, words, strict=True))


def gains_of(
    probabilities: Sequence[Sequence[float]],
    unseen: Collection[int],
    known: Pieces,
    settings: MemorySettings,
    in_setup: bool = False,
) -> Gains:
    """Compute the gains from a photo's probabilities of the six possible contents of each cell."""
    words = words_of(known, len(probabilities))
    likelihoods = likelihoods_of(probabilities, unseen, words, settings, SLIPS if in_setup else REALLY_CHANGED)
    tempering = settings.setup_tempering if in_setup else settings.tempering
    rows = []
    for cell, shares in enumerate(likelihoods):
        if cell in unseen:
            rows.append((0.0,) * len(Piece))
            continue
        logs = [math.log(share) for share in shares]
        rows.append(tuple(tempering * (log - logs[words[cell]]) for log in logs))
    return Gains(words, tuple(rows))


def likelihoods_of(
    probabilities: Sequence[Sequence[float]],
    unseen: Collection[int],
    words: Sequence[int],
    settings: MemorySettings,
    changed: float = REALLY_CHANGED,
) -> list[Row]:
    """Return for each cell, up to a common factor, the likelihood of the photo given each possible content of the cell.

    `changed` is the number of hexes with pioneers of one colour that could really hold stones now.
    """
    least = settings.misread_share / len(Piece)
    clear = [tuple((1 - settings.misread_share) * share + least for share in row) for row in probabilities]
    shown_as = _shown_as([row for cell, row in enumerate(clear) if cell not in unseen], _without(words, unseen), changed)
    pairs = [(word, other, share) for (word, other), share in shown_as.items()]
    likelihoods = []
    for row in clear:
        alone = _without_prior(row, settings)
        mixed = list(alone)
        for word, other, share in pairs:
            mixed[word] += share * max(0.0, alone[other] - alone[word])
        likelihoods.append(tuple(mixed))
    return likelihoods


def _without_prior(row: Row, settings: MemorySettings) -> Row:
    """Divide the reader's probabilities by the frequency of each content, except for the part that is equal for all contents.

    The reader blends the probabilities of a hidden hex with equal shares for all contents; these shares are no evidence.
    """
    hidden = min(row) * (1 - HIDDEN_MARGIN)
    return tuple((share - hidden) / usual + len(row) * hidden for share, usual in zip(row, settings.word_shares, strict=True))


def _without(words: Sequence[int], unseen: Collection[int]) -> list[int]:
    return [word for cell, word in enumerate(words) if cell not in unseen]


def _shown_as(rows: Sequence[Sequence[float]], words: Sequence[int], changed: float) -> dict[tuple[int, int], float]:
    """Return, for pairs (known, shown) of contents, the share of hexes with the known content wrongly shown as the other.

    Hexes that players could really have changed are subtracted; pairs with no hexes left are omitted.
    """
    number, seen_as = [0] * len(Piece), [[0.0] * len(Piece) for _ in Piece]
    for row, word in zip(rows, words, strict=True):
        number[word] += 1
        if row[word] < SURELY_SHOWN:
            seen_as[word] = [count + share for count, share in zip(seen_as[word], row, strict=True)]
    shares = {}
    for word, counts in enumerate(seen_as):
        for other, count in enumerate(counts):
            surplus = count - _may_change(word, other, changed)
            if word != other and surplus > 0:
                shares[word, other] = surplus / (number[word] + FEW)
    return shares


def _may_change(word: int, other: int, changed: float) -> float:
    """Return how many hexes with the known content `word` could really have the content `other` after a round of turns or a slip.

    The number is infinite for hexes known to be empty, since pieces are put there, and for pioneers' hexes that look empty, since
    pioneers move away and are removed from closed regions.
    """
    if word == EMPTY or (word < STONE and other == EMPTY):
        return math.inf
    return changed if other == STONE else SLIPS


def join_rows(rows: Sequence[Sequence[float]]) -> Row:
    """Combine the probabilities of the six possible contents of one hex from several photos of the same moment."""
    logs = [EVIDENCE_EXPONENT * math.fsum(math.log(max(LEAST_SHARE, row[word])) for row in rows) for word in range(len(Piece))]
    total = add_logs(logs)
    return tuple(math.exp(log - total) for log in logs)


def words_of(shown: Pieces, cells: int) -> tuple[int, ...]:
    """Return the content of each of the `cells` cells of a board, as an index into `Piece`."""
    words = [EMPTY] * cells
    for seat, mask in enumerate(shown.pioneers):
        for cell in cells_of(mask):
            words[cell] = seat
    for cell in cells_of(shown.stones):
        words[cell] = STONE
    return tuple(words)


def add_logs(logs: Sequence[float]) -> float:
    """Return log(sum(exp(logs))); minus infinity if `logs` is empty."""
    finite = [log for log in logs if log > -math.inf]
    if not finite:
        return -math.inf
    most = max(finite)
    return most + math.log(math.fsum(math.exp(log - most) for log in finite))
