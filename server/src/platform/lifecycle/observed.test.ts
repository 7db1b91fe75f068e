import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { onCleanup } from '../../testing/cleanup.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { waitFor } from '../../testing/wait-for.ts'

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(z.unknown()),
            }),
          ),
        }),
      ),
    }),
  ),
})

type Span = z.output<typeof exportSchema>['resourceSpans'][0]['scopeSpans'][0]['spans'][0]

/** Receives spans as an OpenTelemetry collector does (OTLP over HTTP, JSON). */
const startCollector = async () => {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { resourceSpans } = exportSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The collector has no port')
  return { url: `http://127.0.0.1:${address.port}`, spans }
}

/** Fails imports of packages that an installation without development packages lacks. */
const onlyProduction = `--import=${new URL('../../../../stand-ins/refuse-dev-packages.ts', import.meta.url).href}`

test('without development packages, an enquiry and its signed mails share one request id and one trace', async () => {
  const [collector, mailServer, database] = [
    await startCollector(),
    await startMailServer(),
    await createTestDatabase(),
  ]
  onCleanup(mailServer.stop)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  const kontor = startServerProcess({
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: createDataDir(),
      SMTP_URL: mailServer.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      DKIM_DOMAIN: 'eksempel.example',
      DKIM_SELECTOR: 'kontor',
      DKIM_KEY: privateKey,
      LOG_LEVEL: 'info',
      TRUST_PROXY: 'on',
      NODE_OPTIONS: onlyProduction,
    },
  })
  const address = await kontor.ready
  const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status
  expect(await Promise.all(['/', '/en/', '/login', '/admin'].map(statusOf))).toEqual([200, 200, 200, 200])
  const requestId = 'req-4f1c2a449a3b'
  const answer = await fetch(`${address}/api/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify({ name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hemmelig hilsen' }),
  })
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, requestId])
  const received = await mailServer.waitFor(2)

  const named = () => collector.spans.filter(({ name }) => name === 'deliver contact')
  await waitFor(
    () => named().length === 2,
    () => `${named().length} of 2 mails have a span`,
  )
  expect(await kontor.stop(), kontor.output()).toBe(0)

  const [request] = collector.spans.filter(({ name }) => name === 'POST /api/contacts')
  const trace = collector.spans.filter(({ traceId }) => traceId === request?.traceId)
  const childrenOf = (parent: Span | undefined) => trace.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
  expect(childrenOf(request).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['insert contacts', 'insert email_logs', 'process mail']),
  )
  const jobs = trace.filter(({ name }) => name === 'process mail')
  expect(jobs).toHaveLength(2)
  for (const job of jobs)
    expect(childrenOf(job).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['update email_logs', 'deliver contact']),
    )
  expect(JSON.stringify(collector.spans)).not.toMatch(/kari|kunde\.example|Hemmelig/i)

  const lines = kontor
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => z.looseObject({ msg: z.string(), requestId: z.string().optional() }).parse(JSON.parse(line)))
  const messages = lines.filter((line) => line.requestId === requestId).map(({ msg }) => msg)
  expect(messages.sort()).toEqual(['A mail was tried', 'A mail was tried', 'answered'])

  for (const { raw } of received) {
    const { results } = await dkimVerify(raw, {
      resolver: async (name: string) => {
        expect(name).toBe('kontor._domainkey.eksempel.example')
        return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
      },
    })
    expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
      ['pass', 'eksempel.example'],
    ])
  }
}, 240_000)

test('a server without development packages fails to import one', () => {
  const args = [onlyProduction, '--import=vitest', '--eval', '']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
  expect(stderr).toContain('imports vitest, which is a development package')
  expect(status).toBe(1)
})
