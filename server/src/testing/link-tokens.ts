import { openToken } from '../platform/mail/link-tokens.queries.ts'
import type { TestApp } from './app.ts'

/** Returns the token of a link. `select` must select the stored token and its hash. */
export const readToken = async ({ database, deps }: TestApp, select: string): Promise<string> => {
  const [stored] = (await database.pool.query({ text: select, rowMode: 'array' })).rows
  const [sealedToken, tokenHash] = stored as [string, string | null]
  return openToken(deps.signing.secrets, { sealedToken, tokenHash }) ?? ''
}
