/**
 * Does `work` for each item in turn; a failure doesn't stop the others. `failed` returns the error's message for the number of failures.
 * @throws AggregateError
 */
export const doEach = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  failed: (count: number) => string,
): Promise<void> => {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failed(failures.length))
}
