import { isRecord } from '@kontor/contract/shared/is-record'

/** The outcome of a POST by the public site, whose bundle has no zod. */
export type PostOutcome =
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'refused'
      readonly status: number
      /** An error message for each invalid field, in Norwegian. */
      readonly fields: Readonly<Record<string, string>>
      /** Seconds to wait as given by the server; null if it gave none. */
      readonly retryAfter: number | null
    }
  /** No response. */
  | { readonly kind: 'unreachable' }

const readFields = async (response: Response): Promise<Record<string, string>> => {
  const answer: unknown = await response.json().catch(() => null)
  if (!isRecord(answer) || !isRecord(answer.fields)) return {}
  const messages = Object.entries(answer.fields).flatMap(([field, message]) =>
    typeof message === 'string' ? [[field, message] as const] : [],
  )
  return Object.fromEntries(messages)
}

/** Posts a body as JSON, with the site's cookies. */
export const postJson = async (url: string, body: unknown): Promise<PostOutcome> => {
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (!response) return { kind: 'unreachable' }
  if (response.ok) return { kind: 'accepted' }
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    kind: 'refused',
    status: response.status,
    fields: await readFields(response),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  }
}
