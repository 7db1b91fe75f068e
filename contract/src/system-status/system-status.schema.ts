import { z } from 'zod'
import { lastBackupSchema } from '../backups/backups.schema.ts'
import { instantSchema } from '../shared/fields.ts'

/** Returns the schema of a part of the status: the value, or an error message if it couldn't be read. */
const part = <Value extends z.ZodType>(value: Value) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), problem: z.string() }),
  ])

/** The system status. Each part is read separately, so that a failure doesn't hide the other parts. */
export const systemStatusSchema = z.object({
  version: z.string(),
  database: part(
    z.object({
      /** The PostgreSQL version. */
      version: z.string(),
      sizeBytes: z.number(),
      /** True if Kontor runs the database itself; false with `DATABASE_URL`. */
      embedded: z.boolean(),
    }),
  ),
  mails: part(
    z.object({
      /** Host and port of the mail server; null if mails are stored as files. */
      server: z.string().nullable(),
      lastSuccessAt: instantSchema.nullable(),
      queued: z.int(),
      retrying: z.int(),
      failed: z.int(),
      /** The error of the newest undelivered mail with an error. */
      lastError: z.object({ at: instantSchema, message: z.string() }).nullable(),
    }),
  ),
  /** True if jobs run in this process. */
  jobs: z.boolean(),
  /** True if a proxy header was received while TRUST_PROXY is off: all visitors behind the proxy then share one rate limit. */
  untrustedProxy: z.boolean(),
  /** The last backup; null before the first one. */
  backup: part(lastBackupSchema.nullable()),
})

export type SystemStatus = z.output<typeof systemStatusSchema>

export const registerCheckSchema = z.discriminatedUnion('reachable', [
  z.object({ reachable: z.literal(true), milliseconds: z.int() }),
  z.object({ reachable: z.literal(false), problem: z.string() }),
])

export const senderDomainSchema = z.object({
  domain: z.string(),
  records: z.array(
    z.object({
      kind: z.enum(['spf', 'dkim', 'dmarc']),
      /** `unknown` if the server can't check the record; `unreachable` if DNS doesn't answer. */
      state: z.enum(['ok', 'missing', 'wrong', 'unknown', 'unreachable']),
      explanation: z.string(),
      /** The TXT record to publish, if any. */
      publish: z.object({ name: z.string(), text: z.string() }).nullable(),
    }),
  ),
})

export type SenderDomainStatus = z.output<typeof senderDomainSchema>
