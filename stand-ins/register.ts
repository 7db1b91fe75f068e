import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Company, search } from './register-search.ts'

/** The faults that `misbehave` sets until its next call. */
export interface RegisterFaults {
  /** Milliseconds before every response. */
  readonly delayMs?: number
  /** Holds every response until the next call of `misbehave`. */
  readonly held?: boolean
  /** The status to return instead of 200; a 429 gets the header `Retry-After: 1`. */
  readonly status?: 429 | 503
  /** Closes the connection in the middle of the body. */
  readonly truncated?: boolean
  /** Responds like the register before October 2026, which ignored the query and returned only the newest accounts of type SELSKAP. */
  readonly oldAccounts?: boolean
  /** Limits the faults above to requests whose path with query matches. */
  readonly only?: RegExp
  /** Response bodies that replace the fixtures, by path without query. */
  readonly bodies?: Readonly<Record<string, unknown>>
}

/** A running stand-in for the company register (data.brreg.no). */
export interface RegisterStandIn {
  readonly url: string
  /** Paths requested so far, with queries. */
  readonly requests: readonly string[]
  /** The `User-Agent` of the last request. */
  readonly lastUserAgent: string | undefined
  /** Maximum number of concurrent requests since the last call of `misbehave`. */
  readonly maxConcurrent: number
  misbehave(faults: RegisterFaults): void
  close(): Promise<void>
}

interface Accounts {
  readonly regnskapstype: string
  readonly regnskapsperiode: { readonly tilDato: string }
}

interface Answer {
  readonly status: number
  readonly body?: unknown
}

const removed = '900001975'
const unsupportedAccounts = '900001428'

const fixture = (path: string): unknown => JSON.parse(readFileSync(new URL(`brreg/${path}`, import.meta.url), 'utf8'))

const fixtureOr404 = (path: string): Answer => {
  try {
    return { status: 200, body: fixture(path) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { status: 404 }
    throw error
  }
}

const isNumber = (organisationNumber: string): boolean => /^\d{9}$/.test(organisationNumber)

const company = (companies: readonly Company[], number: string): Answer => {
  if (!isNumber(number)) return { status: 400, body: fixture('feil/enheter-400-ugyldig-verdi.json') }
  if (number === removed) return { status: 410, body: fixture('feil/enhet-410-fjernet.json') }
  const deleted = fixture('enheter-slettet.json') as readonly Company[]
  const body = [...companies, ...deleted].find((one) => one.organisasjonsnummer === number)
  return body ? { status: 200, body } : { status: 404 }
}

const accounts = (number: string, query: URLSearchParams, old: boolean): Answer => {
  if (number === unsupportedAccounts) return { status: 500, body: fixture('feil/regnskap-500-oppstillingsplan.json') }
  const found = fixtureOr404(`regnskap/${number}.json`)
  if (found.status !== 200) return found
  const all = found.body as readonly Accounts[]
  const own = all.filter((one) => one.regnskapstype === 'SELSKAP')
  const year = query.get('år')
  const type = query.get('regnskapstype')
  const rows = old
    ? own.slice(-1)
    : all
        .filter((one) => !year || one.regnskapsperiode.tilDato.startsWith(year))
        .filter((one) => !type || one.regnskapstype === type)
  return rows.length > 0 ? { status: 200, body: rows } : { status: 404 }
}

const route = (companies: readonly Company[], url: URL, faults: RegisterFaults): Answer => {
  const body = faults.bodies?.[url.pathname]
  if (body !== undefined) return { status: 200, body }
  const numberIn = (pattern: RegExp) => pattern.exec(url.pathname)?.[1]
  if (url.pathname === '/enhetsregisteret/api/enheter') return search(companies, url)
  const roles = numberIn(/^\/enhetsregisteret\/api\/enheter\/(\d{9})\/roller$/)
  if (roles) return fixtureOr404(`roller/${roles}.json`)
  const one = numberIn(/^\/enhetsregisteret\/api\/enheter\/([^/]+)$/)
  if (one) return company(companies, one)
  const subUnit = numberIn(/^\/enhetsregisteret\/api\/underenheter\/(\d{9})$/)
  if (subUnit) return fixtureOr404(`underenheter/${subUnit}.json`)
  const filed = numberIn(/^\/regnskapsregisteret\/regnskap\/(\d{9})$/)
  if (filed) return accounts(filed, url.searchParams, faults.oldAccounts ?? false)
  const [, signed, right] = /^\/fullmakt\/enheter\/(\d{9})\/(signatur|prokura)$/.exec(url.pathname) ?? []
  return signed && right ? fixtureOr404(`${right}/${signed}.json`) : { status: 404 }
}

const send = (response: ServerResponse, answer: Answer, faults: RegisterFaults): void => {
  if (faults.status) {
    response.writeHead(faults.status, faults.status === 429 ? { 'retry-after': '1' } : {}).end()
    return
  }
  if (answer.body === undefined) {
    response.writeHead(answer.status).end()
    return
  }
  const text = Buffer.from(JSON.stringify(answer.body))
  response.writeHead(answer.status, { 'content-type': 'application/json;charset=UTF-8', 'content-length': text.length })
  if (faults.truncated) response.write(text.subarray(0, text.length / 2), () => response.destroy())
  else response.end(text)
}

/** Starts the register stand-in on loopback. */
export const startRegister = async (): Promise<RegisterStandIn> => {
  const companies = fixture('enheter.json') as readonly Company[]
  const requests: string[] = []
  let faults: RegisterFaults = {}
  let nextFaults = Promise.withResolvers<void>()
  let lastUserAgent: string | undefined
  let [concurrent, maxConcurrent] = [0, 0]
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://register.example')
    const path = decodeURIComponent(url.pathname + url.search)
    requests.push(path)
    lastUserAgent = request.headers['user-agent']
    concurrent += 1
    maxConcurrent = Math.max(maxConcurrent, concurrent)
    response.once('close', () => {
      concurrent -= 1
    })
    const { bodies, only, ...rest } = faults
    const active: RegisterFaults = { ...(bodies && { bodies }), ...(only && !only.test(path) ? {} : rest) }
    if (active.held) await nextFaults.promise
    if (active.delayMs) await sleep(active.delayMs)
    send(response, route(companies, url, active), active)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The register stand-in has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    get lastUserAgent() {
      return lastUserAgent
    },
    get maxConcurrent() {
      return maxConcurrent
    },
    misbehave: (next) => {
      faults = next
      nextFaults.resolve()
      nextFaults = Promise.withResolvers()
      maxConcurrent = 0
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
