import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { Encrypter } from 'age-encryption'
import { z } from 'zod'

/** A setting in the environment. Its schema's messages follow its name in a sentence: "PORT must be …". */
interface Variable {
  readonly doc: string
  /** A secret: messages never show its value. */
  readonly secret: boolean
  /** The default, as it would be written in the environment. '' means that the value is undefined if the variable is unset. */
  readonly fallback: string
}

const registry = z.registry<Variable>()

const optional = <Output>(
  schema: z.ZodType<Output, string>,
  { doc, secret = false }: { readonly doc: string; readonly secret?: boolean },
) => schema.optional().register(registry, { doc, secret, fallback: '' })

const defaulted = <Output>(
  schema: z.ZodType<Output, string>,
  { doc, fallback }: { readonly doc: string; readonly fallback: string },
) => schema.prefault(fallback).register(registry, { doc, secret: false, fallback })

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

/** Returns true if a URL names several hosts, as other drivers accept them: `@one:5432,two:5432/name` or `?host=one,two`. */
const namesSeveralHosts = (text: string) => {
  const [authority = ''] = text.slice(text.indexOf('//') + 2).split(/[/?]/, 1)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const [, query] = text.split('?', 2)
  return [host, new URLSearchParams(query).get('host')].some((hosts) => hosts?.includes(','))
}

// regexp: only the operator sets variables.
const withoutTrailingSlash = (text: string) => text.replace(/\/+$/, '')

const isBackupTarget = (text: string) =>
  !/^[a-z][a-z0-9+.-]+:\//i.test(text) || /^s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](\/[\w./-]*)?$/.test(text)

const splitRecipients = (text: string) => text.split(/[\s,]+/).filter((recipient) => recipient !== '')

const onOrOff = z.stringbool({
  truthy: ['true', 'on', 'yes', '1'],
  falsy: ['false', 'off', 'no', '0'],
  error: 'must be on or off',
})

const domainPattern = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i

/** Returns true for an IP address, perhaps with a port: `192.0.2.1`, `192.0.2.1:53`, `[2001:db8::1]:53`. */
const isDnsServer = (text: string): boolean => {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(bracketed ?? plain ?? text) !== 0
}

const isRsaKey = (text: string): boolean => {
  try {
    return createPrivateKey(text.replaceAll('\\n', '\n')).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Returns true for a public key of age; the checksum in it finds typing errors. */
const isAgeRecipient = (text: string): boolean => {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const databaseUrl = z
  .string()
  .refine((text) => !namesSeveralHosts(text), {
    error: 'must name one host: for several, name a proxy or an address that follows the one that can be written',
    abort: true,
  })
  .refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/name')

/** The configuration: each value is set by the variable of that name, such as `smtpUrl` by SMTP_URL. A test checks that `.env.example` matches. */
export const configSchema = z.object({
  port: defaulted(wholeNumber(0, 65_535), {
    doc: 'The port that the server listens on (0: any free one).',
    fallback: '3000',
  }),
  host: defaulted(z.string().regex(/^[\w.:%-]+$/, 'must be an IP address or a host name'), {
    doc: 'The address that the server listens on (0.0.0.0: every one that the machine has).',
    fallback: '127.0.0.1',
  }),
  publicUrl: optional(
    z
      .string()
      .transform(withoutTrailingSlash)
      .refine(isOrigin, 'must be an address like https://www.example.com, without a path'),
    {
      doc: 'How the world reaches the server, in links and canonical addresses; https makes cookies secure. Unset: http://localhost:PORT.',
    },
  ),
  publicFormLimit: defaulted(wholeNumber(1, 1_000_000), {
    doc: 'Posts per 10 minutes and address to the public forms.',
    fallback: '30',
  }),
  dataDir: defaulted(
    z
      .string()
      .refine((text) => !text.includes('\0'), 'must be a folder')
      .transform((folder) => resolve(folder)),
    { doc: 'The folder for the embedded database and for stored mails.', fallback: './data' },
  ),
  databaseUrl: optional(databaseUrl, {
    doc: 'A PostgreSQL of your own (version 16 or later): postgres://user:password@host:5432/name. Unset: an embedded one.',
    secret: true,
  }),
  databaseOwnerUrl: optional(databaseUrl, {
    doc: 'The same database for the role that owns its tables; that of DATABASE_URL then only reads and writes rows. Unset: one role does both.',
    secret: true,
  }),
  databaseDirectUrl: optional(databaseUrl, {
    doc: 'The same database and role as DATABASE_URL without the pooler in between, for hearing of changes (LISTEN). Unset: DATABASE_URL, unless it is a pooler.',
    secret: true,
  }),
  adminPassword: optional(z.string().max(200, 'must have at most 200 characters'), {
    doc: "The administrator's password: 12 to 200 characters, not easy to guess. Unset: one is made at the first start and printed once, and can be changed in the office.",
    secret: true,
  }),
  salesUsername: defaulted(z.string().max(100, 'must have at most 100 characters'), {
    doc: 'The first sales user, made at the first start.',
    fallback: 'salg',
  }),
  salesPassword: optional(z.string().max(200, 'must have at most 200 characters'), {
    doc: "The first sales user's password, under the same rules. Unset: one is made at the first start and printed once.",
    secret: true,
  }),
  smtpUrl: optional(
    z
      .string()
      .refine(withProtocol(['smtp:', 'smtps:']), 'must look like smtp://user:password@host:587 or smtps://…:465'),
    {
      doc: 'The mail server: smtp://user:password@host:587 or smtps://user:password@host:465. Unset: mails are stored in DATA_DIR/outbox.',
      secret: true,
    },
  ),
  smtpInsecure: defaulted(onOrOff, {
    doc: 'Whether the password of SMTP_URL may be sent without encryption, to a mail server that offers no STARTTLS (on or off).',
    fallback: 'off',
  }),
  dkimDomain: optional(z.string().regex(domainPattern, 'must be a domain like example.com').toLowerCase(), {
    doc: "The sender's domain, for which mails are signed (DKIM). Needs DKIM_SELECTOR and DKIM_KEY. Unset: the mail server signs, or nobody.",
  }),
  dkimSelector: optional(z.string().regex(domainPattern, 'must be a name like kontor'), {
    doc: 'The name under which DKIM_DOMAIN publishes the public key: SELECTOR._domainkey.DOMAIN.',
  }),
  dkimKey: optional(
    z
      .string()
      .refine(isRsaKey, 'must be an RSA private key in PEM')
      .transform((text) => text.replaceAll('\\n', '\n')),
    {
      doc: 'The key that signs mails: an RSA private key in PEM (its line ends may be written as \\n).',
      secret: true,
    },
  ),
  dnsServers: optional(
    z
      .string()
      .transform((text) => text.split(','))
      .refine((servers) => servers.every(isDnsServer), 'must be IP addresses, separated by commas'),
    { doc: "The DNS servers that are asked for the records of the sender's domain. Unset: the system's." },
  ),
  notifyEmail: optional(z.string().regex(z.regexes.html5Email, 'must be an e-mail address'), {
    doc: "Address for notices of new enquiries, registrations and answers. Unset: the sender's own address.",
  }),
  brregBaseUrl: defaulted(
    z
      .string()
      .refine(withProtocol(['http:', 'https:']), 'must be an address like https://data.brreg.no')
      .transform(withoutTrailingSlash),
    { doc: 'The national company register.', fallback: 'https://data.brreg.no' },
  ),
  evidenceKey: optional(z.string(), {
    doc: 'The key that signs the evidence of answers to agreements: an Ed25519 private key in PEM (its line ends may be written as \\n). Several instances may share one. Unset: each makes its own in DATA_DIR/keys.',
    secret: true,
  }),
  evidenceKeyReplaces: optional(z.string(), {
    doc: 'The id of the key of the server that made the shared secret, when every server that had it is lost: this one makes another. Needed at one start.',
  }),
  secondFactorKey: optional(
    z.string().refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64'),
    {
      doc: 'The key that encrypts the secrets of authenticator apps and the tokens of personal links: 32 bytes in base64, the same for all instances. Unset: the first instance derives one from its key that signs evidence, and shares it.',
      secret: true,
    },
  ),
  sealP12: optional(z.string(), {
    doc: "The company's certificate for sealing the PDFs of answered agreements: a PKCS #12 file. Unset: a self-signed one is made in DATA_DIR/keys.",
  }),
  sealPassword: optional(z.string(), { doc: 'The password of SEAL_P12.', secret: true }),
  tsaUrl: optional(
    z.string().refine(withProtocol(['http:', 'https:']), 'must be an address like https://tsa.example.com'),
    { doc: 'A timestamp authority (RFC 3161) that confirms when evidence was made. Unset: no timestamps.' },
  ),
  tsaRoots: optional(z.string(), {
    doc: 'The root certificates of TSA_URL in a PEM file, where they are not among those that browsers know.',
  }),
  oidcIssuer: optional(
    z
      .string()
      .refine(withProtocol(['http:', 'https:']), 'must be an address like https://broker.example.com')
      .transform(withoutTrailingSlash),
    {
      doc: 'An OpenID provider by which customers identify themselves, such as BankID through a broker. Unset: no eID.',
    },
  ),
  oidcClientId: optional(z.string(), { doc: 'The client id at OIDC_ISSUER.' }),
  oidcClientSecret: optional(z.string(), { doc: 'The client secret at OIDC_ISSUER.', secret: true }),
  trustProxy: defaulted(onOrOff, {
    doc: "Whether a proxy stands in front, whose X-Forwarded-* headers tell the visitor's address and host (on or off).",
    fallback: 'off',
  }),
  metricsToken: optional(z.string().regex(/^[\x21-\x7e]+$/, 'must have visible ASCII characters only'), {
    doc: 'The bearer token for /metrics. Unset: only callers on the same machine may read it.',
    secret: true,
  }),
  backupTo: optional(
    z
      .string()
      .refine(isBackupTarget, 'must be a folder, or a bucket like s3://name/prefix')
      .transform((target) => (target.startsWith('s3://') ? withoutTrailingSlash(target) : resolve(target))),
    {
      doc: 'Where backups are made every day: a folder, best on another machine, or an S3-compatible bucket (s3://name/prefix). Unset: only by npm run backup.',
    },
  ),
  backupAt: defaulted(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day like 02:30'), {
    doc: 'When the daily backup is made (Europe/Oslo).',
    fallback: '02:30',
  }),
  backupKeepDaily: defaulted(wholeNumber(1, 10_000), {
    doc: 'For how many days each backup is kept.',
    fallback: '7',
  }),
  backupKeepWeekly: defaulted(wholeNumber(0, 10_000), {
    doc: 'For how many weeks the first backup of each week is kept.',
    fallback: '4',
  }),
  backupKeepMonthly: defaulted(wholeNumber(0, 1_200), {
    doc: 'For how many months the first backup of each month is kept.',
    fallback: '6',
  }),
  backupRecipient: optional(
    z
      .string()
      .transform(splitRecipients)
      .refine((recipients) => recipients.every(isAgeRecipient), { error: 'must be public keys of age like age1…' }),
    {
      doc: 'The public keys of age to which backups in BACKUP_TO are encrypted, separated by commas. Restoring needs one of their private keys, which this server must not have. Unset: not encrypted.',
    },
  ),
  backupVerifyUrl: optional(databaseUrl, {
    doc: 'A PostgreSQL where backups are restored into a temporary database to verify them; its role must have CREATEDB. Unset: the server of DATABASE_URL.',
    secret: true,
  }),
  backupS3Endpoint: optional(
    z
      .string()
      .refine(withProtocol(['http:', 'https:']), 'must be an address like https://s3.example.com')
      .transform(withoutTrailingSlash),
    { doc: 'The service of an s3:// bucket. Unset: Amazon S3 in BACKUP_S3_REGION.' },
  ),
  backupS3Region: defaulted(z.string().regex(/^[\w-]+$/, 'must be a region like eu-north-1'), {
    doc: "The bucket's region, as the service names it.",
    fallback: 'eu-north-1',
  }),
  backupS3KeyId: optional(z.string(), { doc: 'The access key id for the bucket.', secret: true }),
  backupS3Secret: optional(z.string(), { doc: 'The secret access key for the bucket.', secret: true }),
  otelExporterOtlpEndpoint: optional(
    z
      .string()
      .refine(withProtocol(['http:', 'https:']), 'must be an address like http://localhost:4318')
      .transform(withoutTrailingSlash),
    {
      doc: 'An OpenTelemetry collector for traces (OTLP over HTTP): http://localhost:4318. OTEL_EXPORTER_OTLP_HEADERS adds headers. Unset: no traces.',
    },
  ),
  logLevel: defaulted(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), {
    doc: `How much is logged, as JSON lines: ${logLevels.join(', ')}.`,
    fallback: 'warn',
  }),
  worker: defaulted(z.enum(['on', 'off', 'only'], 'must be on, off or only'), {
    doc: 'Whether this instance runs background jobs: on, off (it only serves) or only (it serves nothing but its health and metrics).',
    fallback: 'on',
  }),
})

export const variables = Object.entries(configSchema.shape).flatMap(([key, schema]) => {
  const name = key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
  const variable = registry.get(schema)
  return variable ? [{ key, name, ...variable }] : []
})
