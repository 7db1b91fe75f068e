import { z } from 'zod'

/** An environment variable. Messages complete the sentence "PORT …". */
export interface Variable<Value> {
  readonly doc: string
  /** Its value never appears in a message. */
  readonly secret?: boolean
  readonly schema: z.ZodType<Value, string>
}

/** A variable that is never unset. */
export interface DefaultedVariable<Value> extends Variable<Value> {
  /** As it would be written in the environment. */
  readonly fallback: string
}

const variable = <Value>(definition: Variable<Value>) => definition
const defaulted = <Value>(definition: DefaultedVariable<Value>) => definition

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.int().min(min, message).max(max, message))
}

const withProtocol = (protocols: readonly string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).host !== ''

const isOrigin = (text: string) =>
  withProtocol(['http:', 'https:'])(text) && `${new URL(text).origin}/` === new URL(text).href

// "postgres://user@/name?host=/folder" names a socket: valid for the driver, but not for URL.
const isPostgresUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@socket/'))

/** Several hosts, as other drivers accept them: `@one:5432,two:5432/name` or `?host=one,two`. */
const namesSeveralHosts = (text: string) => {
  const [authority = ''] = text.slice(text.indexOf('//') + 2).split(/[/?]/, 1)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const [, query] = text.split('?', 2)
  return [host, new URLSearchParams(query).get('host')].some((hosts) => hosts?.includes(','))
}

// regexp: only the operator sets variables.
const withoutTrailingSlash = (text: string) => text.replace(/\/+$/, '')

const onOffWords = {
  true: true,
  on: true,
  yes: true,
  '1': true,
  false: false,
  off: false,
  no: false,
  '0': false,
} as const

const isOnOffWord = (text: string): text is keyof typeof onOffWords => Object.hasOwn(onOffWords, text)

const onOrOff = z
  .string()
  .toLowerCase()
  .refine(isOnOffWord, 'must be on or off')
  .transform((word) => isOnOffWord(word) && onOffWords[word])

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const databaseUrl = z
  .string()
  .refine((text) => !namesSeveralHosts(text), {
    error: 'must name one host: for several, name a proxy or an address that follows the one that can be written',
    abort: true,
  })
  .refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/name')

/** Every variable that Kontor reads. A test checks that `.env.example` matches. */
export const variables = {
  PORT: defaulted({
    doc: 'The port that the server listens on (0: any free one).',
    fallback: '3000',
    schema: wholeNumber(0, 65_535),
  }),
  HOST: defaulted({
    doc: 'The address that the server listens on (0.0.0.0: every one that the machine has).',
    fallback: '127.0.0.1',
    schema: z.string().regex(/^[\w.:%-]+$/, 'must be an IP address or a host name'),
  }),
  PUBLIC_URL: variable({
    doc: 'How the world reaches the server, in links and canonical addresses; https makes cookies secure. Unset: http://localhost:PORT.',
    schema: z
      .string()
      .transform(withoutTrailingSlash)
      .refine(isOrigin, 'must be an address like https://www.example.com, without a path'),
  }),
  PUBLIC_FORM_LIMIT: defaulted({
    doc: 'Posts per 10 minutes and address to the public forms.',
    fallback: '30',
    schema: wholeNumber(1, 1_000_000),
  }),
  DATA_DIR: defaulted({
    doc: 'The folder for the embedded database and for stored mails.',
    fallback: './data',
    schema: z.string().refine((text) => !text.includes('\0'), 'must be a folder'),
  }),
  DATABASE_URL: variable({
    doc: 'A PostgreSQL of your own (version 15 or later): postgres://user:password@host:5432/name. Unset: an embedded one.',
    secret: true,
    schema: databaseUrl,
  }),
  DATABASE_OWNER_URL: variable({
    doc: 'The same database for the role that owns its tables; that of DATABASE_URL then only reads and writes rows. Unset: one role does both.',
    secret: true,
    schema: databaseUrl,
  }),
  ADMIN_PASSWORD: variable({
    doc: "The administrator's password: 12 to 200 characters, not easy to guess. Unset: one is made at the first start and printed once, and can be changed in the office.",
    secret: true,
    schema: z.string().max(200, 'must have at most 200 characters'),
  }),
  SALES_USERNAME: defaulted({
    doc: 'The first sales user, made at the first start.',
    fallback: 'salg',
    schema: z.string().max(100, 'must have at most 100 characters'),
  }),
  SALES_PASSWORD: variable({
    doc: "The first sales user's password, under the same rules. Unset: one is made at the first start and printed once.",
    secret: true,
    schema: z.string().max(200, 'must have at most 200 characters'),
  }),
  SMTP_URL: variable({
    doc: 'The mail server: smtp://user:password@host:587 or smtps://user:password@host:465. Unset: mails are stored in DATA_DIR/outbox.',
    secret: true,
    schema: z
      .string()
      .refine(withProtocol(['smtp:', 'smtps:']), 'must look like smtp://user:password@host:587 or smtps://…:465'),
  }),
  SMTP_INSECURE: defaulted({
    doc: 'Whether the password of SMTP_URL may be sent without encryption, to a mail server that offers no STARTTLS (on or off).',
    fallback: 'off',
    schema: onOrOff,
  }),
  NOTIFY_EMAIL: variable({
    doc: "Where the company is told of new enquiries, registrations and answers. Unset: the sender's own address.",
    schema: z.string().regex(z.regexes.html5Email, 'must be an e-mail address'),
  }),
  BRREG_BASE_URL: defaulted({
    doc: 'The national company register.',
    fallback: 'https://data.brreg.no',
    schema: z
      .string()
      .refine(withProtocol(['http:', 'https:']), 'must be an address like https://data.brreg.no')
      .transform(withoutTrailingSlash),
  }),
  TRUST_PROXY: defaulted({
    doc: "Whether a proxy stands in front, whose X-Forwarded-* headers tell the visitor's address and host (on or off).",
    fallback: 'off',
    schema: onOrOff,
  }),
  METRICS_TOKEN: variable({
    doc: 'The bearer token for /metrics. Unset: only callers on the same machine may read it.',
    secret: true,
    schema: z.string().regex(/^[\x21-\x7e]+$/, 'must have visible ASCII characters only'),
  }),
  LOG_LEVEL: defaulted({
    doc: `How much is logged, as JSON lines: ${logLevels.join(', ')}.`,
    fallback: 'warn',
    schema: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
  }),
  WORKER: defaulted({
    doc: 'Whether this instance runs background jobs: on, off (it only serves) or only (it serves nothing but its health and metrics).',
    fallback: 'on',
    schema: z.enum(['on', 'off', 'only'], 'must be on, off or only'),
  }),
}
