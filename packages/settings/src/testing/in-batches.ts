/** Processes many items, with limited concurrency; returns the results in the order of the items. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += size) {
    results.push(...(await Promise.all(items.slice(from, from + size).map(run))))
  }
  return results
}
