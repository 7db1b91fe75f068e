/** Unicode's composed form (NFC), in which all text is stored and compared: a Mac writes "å" as "a" plus a ring. Free of dependencies. */
export const composed = (text: string): string => (canChange.test(text) ? text.normalize('NFC') : text)

/**
 * Invisible characters that make a text look different from what it is: zero-width spaces, direction marks, soft hyphens
 * (Unicode's Default_Ignorable_Code_Point, as far as it comes with pasted text). The joiners of emoji and scripts, U+200C and U+200D, stay.
 */
const hiddenCharacters = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

export const withoutHidden = (text: string): string => text.replaceAll(hiddenCharacters, '')

/** A text as people see it: composed, without invisible characters. */
export const visibleText = (text: string): string =>
  canDiffer.test(text) ? withoutHidden(text.normalize('NFC')) : text

const canDiffer = /\u00ad|[\u0300-\uffff]/

/** Matches letters from U+0300; all letters below are composed already. Matching is cheaper than composing each cell of a large file. */
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
