/** How a post ended, for the public site, whose bundle holds no zod. */
export type PostOutcome =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'refused'
      readonly status: number
      /** A sentence for each field at fault, in Norwegian. */
      readonly fields: Readonly<Record<string, string>>
      /** Seconds that the server asks to wait; null when it names none. */
      readonly retryAfter: number | null
    }
  /** No answer came. */
  | { readonly kind: 'unreachable' }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const readFields = async (response: Response): Promise<Record<string, string>> => {
  const answer: unknown = await response.json().catch(() => null)
  if (!isRecord(answer) || !isRecord(answer.fields)) return {}
  const sentences = Object.entries(answer.fields).flatMap(([field, sentence]) =>
    typeof sentence === 'string' ? [[field, sentence] as const] : [],
  )
  return Object.fromEntries(sentences)
}

/** Sends a body as JSON, with the cookies of the site. */
export const postJson = async (url: string, body: unknown): Promise<PostOutcome> => {
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (!response) return { kind: 'unreachable' }
  if (response.ok) return { kind: 'taken' }
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    kind: 'refused',
    status: response.status,
    fields: await readFields(response),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  }
}
