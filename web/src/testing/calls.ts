import { expect } from 'vitest'
import { backendCookie, backendHeader } from './component-backend-names.ts'

/** Answers a call in place of the server; `forward` makes the real call. */
type Handler = (request: Request, forward: () => Promise<Response>) => Response | Promise<Response>

interface Interception {
  readonly method: string
  readonly path: RegExp
  readonly handle: Handler
}

const backendName = (): string => new RegExp(`${backendCookie}=([\\w-]+)`).exec(document.cookie)?.[1] ?? ''

const realFetch = globalThis.fetch.bind(globalThis)
const interceptions: Interception[] = []
const calls: string[] = []
const unanswered = new Set<Request>()
const listeners: ((call: string, answer: Response) => void)[] = []

/** Calls the listener with each call, such as `POST /api/contacts`, and its response. To read the response, clone it at once. */
export const watchAnswers = (listener: (call: string, answer: Response) => void): void => void listeners.push(listener)

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  // Sends calls without cookies to this page's server, too.
  request.headers.set(backendHeader, backendName())
  const { pathname } = new URL(request.url)
  const call = `${request.method} ${pathname}`
  calls.push(call)
  const found = interceptions.findLast(({ method, path }) => method === request.method && path.test(pathname))
  const forward = () => realFetch(request.clone())
  unanswered.add(request)
  try {
    const answer = await (found ? found.handle(request, forward) : forward())
    for (const listener of listeners) listener(call, answer)
    return answer
  } finally {
    unanswered.delete(request)
  }
}

/** Removes every interception and resets the counts. */
export const resetCalls = (): void => {
  interceptions.length = 0
  calls.length = 0
  unanswered.clear()
}

/** Answers the calls to a path in place of the server. Returns a function that stops this. */
export const intercept = (method: string, path: RegExp, handle: Handler): (() => void) => {
  const interception = { method, path, handle }
  interceptions.push(interception)
  return () => void interceptions.splice(interceptions.indexOf(interception), 1)
}

/** Counts the page's calls in this test. */
export const countCalls = (method: string, path: RegExp): number =>
  calls.filter((call) => call.startsWith(`${method} `) && path.test(call.slice(method.length + 1))).length

/** Waits until every call of the page has a response. */
export const waitForAnswers = (): Promise<void> => expect.poll(() => unanswered.size).toBe(0)

/** Returns an error response as the server sends it. */
export const errorAnswer = (status: number, error: string): Response => Response.json({ error }, { status })

/** Holds calls to a path until `release` is called; then they reach the server. */
export const hold = (method: string, path: RegExp): { release: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  intercept(method, path, async (_, forward) => {
    await promise
    return forward()
  })
  return { release: resolve }
}

/** Lets calls to a path reach the server, but loses the responses. Returns a function that stops this. */
export const loseAnswers = (method: string, path: RegExp): (() => void) =>
  intercept(method, path, async (_, forward) => {
    await (await forward()).text()
    throw new TypeError('Failed to fetch')
  })

/** Fails calls to a path like a server without its database. Returns a function that stops this. */
export const failWith503 = (method: string, path: RegExp): (() => void) =>
  intercept(method, path, () => errorAnswer(503, 'Databasen er borte.'))
