import type { Endpoint } from '@kontor/contract/shared/endpoint'
import { confirmationRequired } from '@kontor/contract/shared/errors'
import type { TestApp } from './app.ts'
import { type Caller, openBrowser, setUpApp } from './second-factor.ts'
import { addUser } from './users.ts'

const password = 'vindauge-kanel-fjelltopp'

/** Kinds of callers, with the titles of their columns in docs/access.md. */
export const callerKinds = {
  anonymous: 'nobody',
  agreement: 'agreement link',
  seller: 'seller',
  named: 'named admin.',
  shared: 'shared admin.',
  unconfirmed: 'admin., old proof',
  pending: 'second step pending',
  expired: 'session expired',
  deactivated: 'deactivated',
} as const

export type CallerKind = keyof typeof callerKinds

export type Callers = Readonly<Record<CallerKind, Caller>>

const logIn = async (call: Caller, path: string, body: object): Promise<Caller> => {
  const { statusCode } = await call('POST', path, body)
  if (statusCode !== 200) throw new Error(`The login answered ${statusCode}.`)
  return call
}

/** Logs in as every kind of caller; `token` belongs to an agreement's link. */
export const openCallers = async (kontor: TestApp, token: string): Promise<Callers> => {
  const { pool } = kontor.database
  const userOf = async (username: string, role: 'admin' | 'sales'): Promise<Caller> => {
    await addUser(kontor, { username, password, role })
    return logIn(openBrowser(kontor), '/api/auth/login', { username, password })
  }
  const asShared = async () => logIn(openBrowser(kontor), '/api/admin/login', { password: kontor.config.adminPassword })

  const bearer = { authorization: `Bearer ${token}` }
  const pending = await userOf('ventende', 'admin')
  await setUpApp(kontor, pending)
  await logIn(pending, '/api/auth/login', { username: 'ventende', password })

  const callers: Callers = {
    anonymous: kontor.call,
    agreement: (method, url, body, headers) => kontor.call(method, url, body, { ...headers, ...bearer }),
    seller: await userOf('selger', 'sales'),
    named: await userOf('leder', 'admin'),
    shared: await asShared(),
    unconfirmed: await userOf('ubekreftet', 'admin'),
    pending,
    expired: await userOf('utlopt', 'admin'),
    deactivated: await userOf('sluttet', 'admin'),
  }
  const ofUser = `user_id = (SELECT id FROM users WHERE username = $1)`
  await pool.query(`UPDATE sessions SET proven_at = proven_at - interval '15 minutes' WHERE ${ofUser}`, ['ubekreftet'])
  await pool.query(`UPDATE sessions SET expires_at = created_at WHERE ${ofUser}`, ['utlopt'])
  await pool.query(`UPDATE users SET is_active = false WHERE username = 'sluttet'`)
  return callers
}

/** The result of a call: allowed, asked to log in, refused, or asked for a proof. */
export type Access = 'yes' | '401' | '403' | 'confirm'

type Call = Pick<Endpoint, 'method' | 'path' | 'params'>

const samples: Readonly<Record<string, string>> = { kind: 'leads', orgnr: '1', organizationNumber: '1' }

const sampleUrl = ({ path, params }: Call, token: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'token') return token
    const uuid = '00000000-0000-4000-8000-000000000000'
    const isNumber = params?.safeParse({ [name]: '999999' }).success
    return samples[name] ?? (isNumber ? '999999' : uuid)
  })

/** Bodies for endpoints where only a valid call shows whether the caller is allowed. */
const bodies: Readonly<Record<string, object>> = {
  'POST /api/agreement-response/{token}': { action: 'accept', name: 'Kari Nordmann' },
}

/** Calls an endpoint with input that is invalid or names nothing stored, to see whether the caller gets past the checks. */
export const tryAccess = async (call: Caller, endpoint: Call, token: string): Promise<Access> => {
  const { method, path } = endpoint
  const body = method === 'GET' || method === 'DELETE' ? undefined : { not: 'valid' }
  const answer = await call(method, sampleUrl(endpoint, token), bodies[`${method} ${path}`] ?? body)
  const { statusCode } = answer
  if (statusCode >= 500 && statusCode !== 503) throw new Error(`${path} answered ${statusCode}: ${answer.body}`)
  if (statusCode === 401) return '401'
  if (statusCode !== 403) return 'yes'
  return answer.json().code === confirmationRequired ? 'confirm' : '403'
}
