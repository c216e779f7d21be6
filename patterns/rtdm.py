"""How alike two trees are: RTDM, the restricted top-down distance."""

from patterns.generations import Generations
from patterns.trees import Tree


class Comparison:
    def __init__(self, limit: int = 500_000) -> None:
        self._memo: Generations[tuple[Tree, Tree], int] = Generations(limit)

    def similarity(self, a: Tree, b: Tree) -> float:
        return self.gain(a, b) / (a.size + b.size)

    def distance(self, a: Tree, b: Tree) -> int:
        return a.size + b.size - self.gain(a, b)

    def at_least(self, a: Tree, b: Tree, threshold: float) -> bool:
        return self.similarity(a, b) >= threshold

    def gain(self, a: Tree, b: Tree) -> int:
        if a is b:
            return 2 * a.size
        if a.label != b.label:
            return 1
        memo = self._memo
        stack = [(a, b)]
        while stack:
            pair = stack[-1]
            if memo.get(pair) is not None:
                stack.pop()
                continue
            base, left, right = _cut(*pair)
            pending: list[tuple[Tree, Tree]] = []
            rows = []
            cache: dict[Tree, list[int]] = {}
            for x in left:
                row = cache.get(x)
                if row is None:
                    row = []
                    for y in right:
                        if x is y:
                            w = 2 * x.size
                        elif x.label != y.label:
                            w = 1
                        elif not x.children or not y.children:
                            w = 2
                        else:
                            w = memo.get((x, y)) or 0
                            if not w:
                                pending.append((x, y))
                        row.append(w)
                    cache[x] = row
                rows.append(row)
            if pending:
                stack.extend(pending)
                continue
            memo.put(pair, base + heaviest(rows, len(right)))
            stack.pop()
        return memo.get((a, b)) or 0


def _cut(a: Tree, b: Tree) -> tuple[int, tuple[Tree, ...], tuple[Tree, ...]]:
    left, right = a.children, b.children
    gain = 2
    start = 0
    shorter = min(len(left), len(right))
    while start < shorter and left[start] is right[start]:
        gain += 2 * left[start].size
        start += 1
    m, n = len(left), len(right)
    while m > start and n > start and left[m - 1] is right[n - 1]:
        m -= 1
        n -= 1
        gain += 2 * left[m].size
    return gain, left[start:m], right[start:n]


def heaviest(rows: list[list[int]], width: int) -> int:
    prev = [0] * (width + 1)
    for row in rows:
        left = 0
        cur = [0]
        for diag, up, w in zip(prev, prev[1:], row, strict=False):
            diag += w
            if up > diag:
                diag = up
            if left > diag:
                diag = left
            left = diag
            cur.append(diag)
        prev = cur
    return prev[-1]
