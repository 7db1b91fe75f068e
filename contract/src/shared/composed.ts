/** Returns Unicode's composed form (NFC), in which all text is stored and compared. Macs may send "å" as "a" plus a ring. */
export const composed = (text: string): string => (canChange.test(text) ? text.normalize('NFC') : text)

/**
 * Matches invisible characters that come with pasted text: zero-width spaces, direction marks, soft hyphens (a part of Unicode's
 * Default_Ignorable_Code_Point). Doesn't match U+200C and U+200D, which join emoji and letters of some scripts.
 */
const hiddenCharacters = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

export const withoutHidden = (text: string): string => text.replaceAll(hiddenCharacters, '')

/** Returns a text as people see it: composed, without invisible characters. */
export const visibleText = (text: string): string =>
  canDiffer.test(text) ? withoutHidden(text.normalize('NFC')) : text

const canDiffer = /\u00ad|[\u0300-\uffff]/

/** Matches texts that may need composing: characters below U+0300 don't. Matching is faster than composing each cell of a large file. */
const canChange = /[\u0300-\uffff]/

/** Composes a string, or all strings inside an object in place, and returns it. Doesn't recurse, since nesting may be deep. */
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
