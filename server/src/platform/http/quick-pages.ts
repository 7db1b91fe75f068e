import type { IncomingMessage } from 'node:http'
import type { QuickAnswer } from './answer-first.ts'
import { acceptedEncodings, type Encoding, etagOf, matchesEtag, type Resource } from './assets.ts'

/** Bytes with the headers that they bring. */
export interface Dressed {
  readonly resource: Resource
  readonly headers: Readonly<Record<string, string>>
}

/** By path: what a request for it gets. */
export type DressedAt = ReadonlyMap<string, (request: Pick<IncomingMessage, 'headers'>) => Dressed>

/** An answer made beforehand; headers are names and values in turn, as `writeHead` takes them as they are. */
interface Answer {
  readonly etag: string
  readonly body: Buffer
  readonly full: string[]
  readonly unchanged: string[]
}

/** Undefined while the packed form is still being made: the route waits for it. */
const prepare = (
  { resource, headers }: Dressed,
  accepted: readonly Encoding[],
  everywhere: Readonly<Record<string, string>>,
): Answer | undefined => {
  for (const encoding of [...accepted, undefined]) {
    const body = encoding ? resource.packed(encoding) : resource.plain
    if (body instanceof Promise) return undefined
    if (!body) continue
    const etag = etagOf(resource, encoding)
    const common = { ...everywhere, ...headers, etag }
    const own = { 'content-type': resource.type, 'content-length': String(body.length) }
    const full = { ...common, ...(encoding && { 'content-encoding': encoding }), ...own }
    return { etag, body, full: Object.entries(full).flat(), unchanged: Object.entries(common).flat() }
  }
  return undefined
}

/**
 * Answers `GET` for exactly the given addresses from memory, with everything made beforehand: the same answers as the routes
 * of these addresses, without the way through hooks and routes. What is not as plain (`HEAD`, a query) is left to the routes.
 */
export const quickPages = (at: DressedAt, everywhere: Readonly<Record<string, string>>): QuickAnswer => {
  const prepared = new Map<Dressed, Map<string, Answer>>()

  const answerFor = (dressed: Dressed, accepted: readonly Encoding[]): Answer | undefined => {
    const known = prepared.get(dressed)?.get(accepted.join())
    if (known) return known
    const answer = prepare(dressed, accepted, everywhere)
    if (answer) prepared.set(dressed, (prepared.get(dressed) ?? new Map()).set(accepted.join(), answer))
    return answer
  }

  return (request, response) => {
    if (request.method !== 'GET') return false
    const choose = at.get(request.url ?? '')
    if (!choose) return false
    const answer = answerFor(choose(request), acceptedEncodings(request.headers['accept-encoding'] ?? ''))
    if (!answer) return false
    if (matchesEtag(request.headers['if-none-match'], answer.etag)) response.writeHead(304, answer.unchanged).end()
    else response.writeHead(200, answer.full).end(answer.body)
    return true
  }
}
