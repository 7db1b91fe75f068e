import fastify, { type FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { logRequests, maskError, maskText, maskUrl, serializers } from './request-log.ts'

const { db } = await createTestDatabase()

describe('a URL in the log', () => {
  const token = 'Zk3vQ9-aB_c1Zk3vQ9-aB_c1Zk3vQ9-aB_c1Zk3vQ9a'

  it.each([
    ['/api/leads?page=2&size=50&sort=name:asc', '/api/leads?page=2&size=50&sort=name:asc'],
    ['/api/contacts/3f1c2a44-9a3b-4e0e-8f0a-5a54f1a2b3c4', '/api/contacts/3f1c2a44-9a3b-4e0e-8f0a-5a54f1a2b3c4'],
    [`/api/agreement-response/${token}`, '/api/agreement-response/***'],
    [`/api/webinar-registration/${token.slice(0, 20)}/cancel`, '/api/webinar-registration/***/cancel'],
    [`/api/agreement-response/${token}/pdf`, '/api/agreement-response/***/pdf'],
    [`/agreement-response/${token}?x=1`, '/agreement-response/***?x=***'],
    [`/agreement-response/${token}.`, '/agreement-response/***'],
    [`/agreement-response/${token}%20/`, '/agreement-response/***/'],
    [`/EN/%61greement-response/kort`, '/EN/%61greement-response/***'],
    [`/agreement-response//${token.slice(0, 20)}%2D${token.slice(20)}`, '/agreement-response//***'],
    [`/x/${token}.pdf`, '/x/***'],
    [`/api/customers/export?q=Kari&auth=${token}`, '/api/customers/export?q=***&auth=***'],
    ['/api/admin/login?password=hemmelig', '/api/admin/login?password=***'],
    ['/kari%40kunde.example/x', '/***/x'],
    ['/x?kari@kunde.example', '/x?***=***'],
    ['/x?status=kari%40kunde.example', '/x?status=***'],
  ])('%s', (url, masked) => {
    expect(maskUrl(url)).toBe(masked)
  })
})

it('masks e-mail addresses in a text', () => {
  expect(maskText('550 <kari.nordmann+a@kunde.example>: unknown, "ola@x.example"')).toBe('550 <***>: unknown, "***"')
})

describe('an error in the log', () => {
  it('keeps its type, code and causes', () => {
    const cause = Object.assign(new TypeError('no kari@kunde.example'), { code: 'E1' })
    expect(maskError(new RangeError('out', { cause }))).toEqual({
      type: 'RangeError',
      message: 'out',
      stack: expect.stringContaining('RangeError: out\n    at '),
      cause: { type: 'TypeError', message: 'no ***', code: 'E1', stack: expect.stringContaining('no ***') },
    })
    expect(maskError('kari@kunde.example')).toEqual({ type: 'string', message: '***', stack: '' })
  })

  it('of a query names the query without its values', async () => {
    const failed = db.execute(`SELECT nothing, 'x'`).catch((error: unknown) => JSON.stringify(maskError(error)))
    expect(await failed).toContain('nothing')
    const error = new Error('Failed query: insert into users values ($1, $2)\nparams: kari,$argon2id$hash\nmore')
    expect(JSON.stringify(maskError(error))).not.toMatch(/kari|argon2|more/)
    expect(maskError(error).stack).toContain(' at ')
    const forged = new Error('Failed query: insert\nparams: kari\n    at forged (hash.js:1:1)\n$argon2id$hash')
    expect(JSON.stringify(maskError(forged))).not.toMatch(/kari|forged|argon2/)
    expect(maskError(forged).stack).toContain(' at ')
    forged.message = 'changed afterwards'
    expect(JSON.stringify(maskError(forged))).not.toMatch(/kari|forged|argon2/)
  })
})

it('warns of calls that were refused, and says who made them', async () => {
  const lines: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = fastify({ logger: { level: 'warn', serializers, stream } })
  logRequests(app)
  const session: Partial<FastifyRequest['session']> = { principal: { role: 'sales', userId: 7, username: 'salg' } }
  app.decorateRequest('session', { getter: () => session as FastifyRequest['session'] })
  app.decorateRequest('principal', null)
  app.get('/users', async (_request, reply) => reply.code(403).send({}))
  app.get('/export', { config: { confirm: true } }, async (request, reply) => {
    request.principal = { role: 'admin', userId: 1, username: 'kari' }
    return reply.code(403).send({})
  })
  app.get('/leads', async () => ({}))
  for (const url of ['/users', '/export', '/leads']) await app.inject(url)
  const req = { method: 'GET', url: '/users' }
  expect(lines).toMatchObject([{ msg: 'security event', event: 'access-refused', userId: 7, status: 403, req }])
})
