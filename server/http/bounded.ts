/**
 * Runs the work for each item, with at most `atMost` running at the same time. Returns the results
 * in the order of the items.
 */
export async function runBounded<Item, Result>(
  items: Item[],
  atMost: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const runSome = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atMost, items.length) }, runSome));
  return results;
}
