// Compares two texts word by word.

export type Part = { change: "same" | "removed" | "added"; text: string };

/**
 * If a comparison would need more steps than this, everything between the common beginning and the
 * common end counts as replaced.
 */
const mostSteps = 1_000_000;

/**
 * Returns the parts of a word diff, found by longest common subsequence. Neighbors with the same
 * change are joined. A removed part comes before the part that replaces it.
 */
export function compareWords(from: string, to: string): Part[] {
  const [before, after] = [wordsOf(from), wordsOf(to)];
  const start = sameAtStart(before, after);
  const end = sameAtStart(before.slice(start).reverse(), after.slice(start).reverse());
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const middle =
    removed.length * added.length > mostSteps
      ? [...removed.map(part("removed")), ...added.map(part("added"))]
      : compareMiddle(removed, added);
  return joined([
    ...before.slice(0, start).map(part("same")),
    ...middle,
    ...before.slice(before.length - end).map(part("same")),
  ]);
}

/** Splits a text into words and the spaces between words. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

function sameAtStart(one: string[], other: string[]): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count += 1;
  return count;
}

function part(change: Part["change"]): (text: string) => Part {
  return (text) => ({ change, text });
}

function compareMiddle(before: string[], after: string[]): Part[] {
  // For each pair of positions, the number of equal words in the rest of both texts.
  const width = after.length + 1;
  const same = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => same[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      same[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: Part[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, next] = [before[row], after[column]];
    if (old !== undefined && old === next) {
      parts.push({ change: "same", text: old });
      row += 1;
      column += 1;
    } else if (
      old !== undefined &&
      (next === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      parts.push({ change: "removed", text: old });
      row += 1;
    } else {
      parts.push({ change: "added", text: next ?? "" });
      column += 1;
    }
  }
  return parts;
}

/**
 * Joins neighbors with the same change. A space between two changed words belongs to both changes.
 */
function joined(parts: Part[]): Part[] {
  const result: Part[] = [];
  let [removed, added] = ["", ""];
  function flush() {
    if (removed) result.push({ change: "removed", text: removed });
    if (added) result.push({ change: "added", text: added });
    [removed, added] = ["", ""];
  }
  for (const [index, { change, text }] of parts.entries()) {
    if (change === "removed") removed += text;
    else if (change === "added") added += text;
    else if (/^[^\S\n]+$/.test(text) && isChange(parts[index - 1]) && isChange(parts[index + 1])) {
      removed += text;
      added += text;
    } else {
      flush();
      const last = result.at(-1);
      if (last?.change === "same") last.text += text;
      else result.push({ change: "same", text });
    }
  }
  flush();
  return result;
}

function isChange(part: Part | undefined): boolean {
  return part !== undefined && part.change !== "same";
}
