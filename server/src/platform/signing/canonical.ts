import { createHash } from 'node:crypto'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/**
 * Returns canonical JSON (RFC 8785): no white space, keys sorted by UTF-16 code units, numbers and strings as ECMAScript serializes them; absent
 * and undefined fields are left out. Equal values give equal bytes on every machine.
 */
export const canonicalJson = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, field]) => (field === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(field)}`]))
  return `{${fields.join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)

/** Returns the SHA-256 in hex. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
