/**
 * Unicode's composed form (NFC), in which all text is stored and compared: a Mac writes "å" as "a" plus a ring. Free of dependencies.
 */
export const composed = (text: string): string => (canChange.test(text) ? text.normalize('NFC') : text)

/** Below U+0300 every letter is composed. A look is cheaper than composing each cell of a large file. */
const canChange = /[\u0300-\uffff]/

/** Composes all texts in the values of a request, in place; returns a text itself. Iterates, since values may be nested deeply. */
export const composedValues = (value: unknown): unknown => {
  if (typeof value === 'string') return composed(value)
  const open: unknown[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const entries: Record<string, unknown> = next as Record<string, unknown>
    for (const [key, part] of Object.entries(entries)) {
      if (typeof part === 'string') entries[key] = composed(part)
      else if (part !== null) open.push(part)
    }
  }
  return value
}
