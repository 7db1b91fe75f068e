import type { Endpoint } from '@kontor/contract/shared/endpoint'
import { expect, it } from 'vitest'
import { type Access, type CallerKind, callerKinds, openCallers, tryAccess } from '../../testing/access.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { declaredEndpoints } from '../../testing/endpoint-coverage.ts'
import { registeredRoutes } from '../../testing/registered-routes.ts'
import { unconfirmed } from '../../testing/unconfirmed-writes.ts'

const { kontor, createAndSend } = await startAgreementApp({ brregBaseUrl: 'http://127.0.0.1:9' })
const { responseToken } = await createAndSend()
const callers = await openCallers(kontor, responseToken)
const kinds = Object.keys(callerKinds) as CallerKind[]

/** They end the caller's session. */
const isLogout = ({ path }: Call): boolean => path.endsWith('/logout')

/** Answers with an office session are refused: the customer answers, not the office (docs/agreements.md#answering). */
const answersOfCustomers = new Set(['POST /api/agreement-response/{token}'])

type Call = Pick<Endpoint, 'method' | 'path' | 'caller' | 'params' | 'confirm' | 'pending'>

/** Calls that aren't part of the contract, since no page makes them. */
const undeclared: readonly Call[] = [
  { method: 'GET', path: '/healthz', caller: 'public' },
  { method: 'GET', path: '/readyz', caller: 'public' },
  { method: 'GET', path: '/metrics', caller: 'public' },
  { method: 'GET', path: '/.well-known/security.txt', caller: 'public' },
  { method: 'GET', path: '/api/docs', caller: 'admin' },
  { method: 'GET', path: '/api/docs/json', caller: 'admin' },
  { method: 'GET', path: '/api/docs/yaml', caller: 'admin' },
  { method: 'POST', path: '/', caller: 'public' },
  { method: 'POST', path: '/en/', caller: 'public' },
]

/** Returns what the contract declares. */
const declared = ({ method, path, caller, confirm, pending }: Call, kind: CallerKind): Access => {
  const isLoggedIn = ['seller', 'named', 'shared', 'unconfirmed'].includes(kind)
  if (caller === 'public') return isLoggedIn && answersOfCustomers.has(`${method} ${path}`) ? '403' : 'yes'
  if (kind === 'pending' && pending === 'second-factor') return 'yes'
  if (!isLoggedIn) return '401'
  if (caller === 'admin' && kind === 'seller') return '403'
  return kind === 'unconfirmed' && confirm === true ? 'confirm' : 'yes'
}

const signs: Readonly<Record<Access, string>> = { yes: 'yes', 401: '–', 403: '403', confirm: 'confirm' }

const intro = `# Who may call what

Every call except for files and pages, made as every kind of caller from the machine itself: from elsewhere, \`GET /metrics\` needs a token.
\`GET /api/eid/callback\` is missing: it only lets in the browser that began an identification
(\`features/agreement-answers/agreement-eid.test.ts\`). A test writes this table and fails when it is not what the server does; after a change,
\`npm test -- unit server/src/platform/http/access.test.ts -u\` updates it.

**yes**: let in; the call may still be invalid, or name something that isn't the caller's. **–**: 401, as if nobody were logged in.
**403**: not for this role. **confirm**: 403 until the caller proves who they are again
([recent proof](sessions-and-logins.md#roles-second-factor-recent-proof)).
`

it('asks for a recent proof before every call of the office that writes, or says why not', async () => {
  const open = (await declaredEndpoints()).flatMap(({ method, path, caller, confirm }: Endpoint) =>
    method === 'GET' || caller === 'public' || confirm ? [] : [`${method} ${path}`],
  )
  expect(open.toSorted()).toEqual(Object.values(unconfirmed).flat().toSorted())
})

// Makes every call as every kind of caller, on machines of any speed.
it('allows exactly the callers that the contract declares', { timeout: 300_000 }, async () => {
  // A stream of changes would never end.
  kontor.app.eventStreams.endAll()
  const calls: Call[] = [...(await declaredEndpoints()), ...undeclared]
  const endpoints = calls.toSorted(
    (a, b) =>
      Number(isLogout(a)) - Number(isLogout(b)) || a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  )
  const rows: string[] = []
  for (const endpoint of endpoints) {
    const found: Partial<Record<CallerKind, Access>> = {}
    for (const kind of kinds) found[kind] = await tryAccess(callers[kind], endpoint, responseToken)
    const name = `${endpoint.method} ${endpoint.path}`
    expect(found, name).toEqual(Object.fromEntries(kinds.map((kind) => [kind, declared(endpoint, kind)])))
    rows.push(`| \`${name}\` | ${kinds.map((kind) => signs[found[kind] ?? '401']).join(' | ')} |`)
  }
  const head = `| Call | ${Object.values(callerKinds).join(' | ')} |\n|---|${kinds.map(() => '---|').join('')}`
  await expect([intro, head, ...rows, ''].join('\n')).toMatchFileSnapshot('../../../../docs/access.md')
})

it('calls every route that is registered', async () => {
  const called = [...(await declaredEndpoints()), ...undeclared].map(({ method, path }) => `${method} ${path}`)
  const registered = registeredRoutes(kontor.app).map(
    ({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
  )
  const isFile = (name: string) => name.startsWith('GET /api/docs/')
  const left = registered.filter((name) => !called.includes(name) && !isFile(name))
  expect(left).toEqual(['GET /api/eid/callback'])
})
