import type { Endpoint } from '@kontor/contract/shared/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '../../testing/app.ts'
import { declaredEndpoints } from '../../testing/endpoint-coverage.ts'
import { isSoak } from '../../testing/rounds.ts'
import { maskUrl } from './request-log.ts'

const kontor = await startTestApp({ worker: 'off', publicFormLimit: 1_000_000 })
const admin = await kontor.asAdmin()

/** Bytes: near the limit of a JSON body (100 000), and of a URL with its headers (16 384). */
const [bodyBytes, urlBytes] = [90_000, 15_000]

/** Milliseconds of CPU time for a whole request. A quadratic pattern takes seconds for hostileTexts of this length. */
const limitMs = 250

/** Long repetitions of characters that patterns repeat, with an ending that prevents a match. */
const hostileTexts = (bytes: number): string[] => [
  `a${' '.repeat(bytes)}b`,
  `a${'\n'.repeat(bytes / 2)}b`,
  `a${'.'.repeat(bytes)}!`,
  '@'.repeat(bytes),
  `${'1'.repeat(bytes)}x`,
  `${'('.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  `${'a@'.repeat(bytes / 2)} `,
  `${'1.'.repeat(bytes / 2)}!`,
  `${' \n'.repeat(bytes / 4)}x`,
  `${'{a'.repeat(bytes / 2)}`,
  `<${'a '.repeat(bytes / 2)}`,
]

/** Counts how often each name of a field was seen; names start at different texts. */
const seen = new Map<string, number>()

/** A quarter of the texts outside of soak tests: the next quarter wherever a field of that name comes again, so that all get their turn. */
const textsFor = (field: string, bytes: number): string[] => {
  const turn = seen.get(field) ?? seen.size
  seen.set(field, turn + 1)
  return hostileTexts(bytes).filter((_, at) => isSoak || (at + turn) % 4 === 0)
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The paths of all string fields of a schema: `['leads', '0', 'email']`. */
const stringFields = (schema: JsonSchema, path: readonly string[] = []): string[][] => {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) =>
    typeof one === 'object' ? stringFields(one, path) : [],
  )
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    typeof one === 'object' ? stringFields(one, [...path, name]) : [],
  )
  const items =
    typeof schema.items === 'object' && !Array.isArray(schema.items) ? stringFields(schema.items, [...path, '0']) : []
  // A field of any type also accepts a string.
  const isText = schema.type === 'string' || (schema.type === undefined && alternatives.length + fields.length === 0)
  const own = isText && path.length > 0 ? [[...path]] : []
  const all = [...own, ...alternatives, ...fields, ...items]
  return [...new Map(all.map((one) => [one.join('.'), one])).values()]
}

const fieldsOf = (schema: z.ZodType | undefined): string[][] =>
  schema ? stringFields(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : []

/** An object that contains only `text`, at a path. */
const bodyWith = ([name = '', ...rest]: readonly string[], text: string): unknown => {
  const value = rest.length === 0 ? text : bodyWith(rest, text)
  return name === '0' ? [value] : { [name]: value }
}

/** Milliseconds of CPU time that this thread uses for `work`; other programs on the machine don't count. */
const measureCpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const { user, system } = process.threadCpuUsage()
  await work()
  const after = process.threadCpuUsage()
  return (after.user - user + after.system - system) / 1_000
}

const unknownId = '11111111-1111-4111-8111-111111111111'
const pathOf = ({ path }: Endpoint, text?: string): string =>
  path.replaceAll(/\{(\w+)\}/g, () => (text === undefined ? unknownId : encodeURIComponent(text)))

interface Attempt {
  readonly what: string
  send(): Promise<{ statusCode: number }>
}

const attemptsOf = (endpoint: Endpoint): Attempt[] => {
  const { method, path, params, query, body } = endpoint
  const name = `${method} ${path}`
  const inBody = fieldsOf(body).flatMap((field) =>
    textsFor(field.at(-1) ?? '', bodyBytes).map((text) => ({
      what: `${name} ${field.join('.')} = ${text.slice(0, 3)}…`,
      send: () => admin(method, pathOf(endpoint), bodyWith(field, text)),
    })),
  )
  const inQuery = fieldsOf(query).flatMap(([field = '']) =>
    textsFor(`?${field}`, urlBytes / 3).map((text) => ({
      what: `${name} ?${field} = ${text.slice(0, 3)}…`,
      send: () => admin(method, `${pathOf(endpoint)}?${new URLSearchParams({ [field]: text })}`),
    })),
  )
  const inPath = params
    ? textsFor('{path}', urlBytes / 3).map((text) => ({
        what: `${name} with ${text.slice(0, 3)}… in its path`,
        send: () => admin(method, pathOf(endpoint, text)),
      }))
    : []
  return [...inBody, ...inQuery, ...inPath]
}

const endpoints = await declaredEndpoints()

test('walks every string field of the contract', () => {
  const fields = endpoints.flatMap(({ method, path, body }) =>
    fieldsOf(body).map((field) => `${method} ${path} ${field.join('.')}`),
  )
  expect(fields).toContain('POST /api/contacts company')
  expect(fields).toContain('PUT /api/leads/{id} notes')
  expect(fields.some((field) => field.endsWith('.0'))).toBe(true)
  expect(fields.length).toBeGreaterThan(150)
})

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'no text in a field of %s blocks the server or causes a server error',
  async (_, endpoint) => {
    for (const { what, send } of attemptsOf(endpoint)) {
      let status = 0
      const cpu = await measureCpuMs(async () => {
        status = (await send()).statusCode
      })
      expect(status, what).toBeLessThan(500)
      // A 401 or 403 would not have parsed the text, except where the text is the credential.
      if (!/\/login | \?auth /.test(what)) expect([401, 403], what).not.toContain(status)
      expect(cpu, what).toBeLessThan(limitMs)
    }
  },
)

test('masking a URL for the log takes linear time', async () => {
  for (const text of hostileTexts(urlBytes)) {
    for (const url of [`/${text}`, `/x?q=${text}`, `/x?${text}=1`]) {
      expect(await measureCpuMs(async () => maskUrl(url)), text.slice(0, 3)).toBeLessThan(limitMs)
    }
  }
})
