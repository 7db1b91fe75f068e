import { z } from 'zod'
import { instantSchema } from '../shared/fields.ts'

/** What could be read of the system, or the sentence that stands in its place. */
const part = <Value extends z.ZodType>(value: Value) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), problem: z.string() }),
  ])

export const backupSchema = z.object({
  /** The moment of its snapshot. */
  createdAt: instantSchema,
  rows: z.int(),
  /** Stored mails in it. */
  mails: z.int(),
})

export type Backup = z.output<typeof backupSchema>

/** How the system is; each part is read on its own, so that one that fails leaves the others. */
export const systemStatusSchema = z.object({
  version: z.string(),
  database: part(
    z.object({
      /** PostgreSQL's. */
      version: z.string(),
      sizeBytes: z.number(),
      /** Run by us, and not one of `DATABASE_URL`. */
      embedded: z.boolean(),
    }),
  ),
  mails: part(
    z.object({
      /** Host and port of the mail server; null while mails are stored as files. */
      server: z.string().nullable(),
      lastSuccessAt: instantSchema.nullable(),
      queued: z.int(),
      retrying: z.int(),
      failed: z.int(),
      /** Of the newest mail that has met trouble and is not delivered. */
      lastError: z.object({ at: instantSchema, message: z.string() }).nullable(),
    }),
  ),
  /** Jobs run in this process. */
  jobs: z.boolean(),
  /** A proxy's header has arrived while TRUST_PROXY is off: all its visitors share one counter. */
  untrustedProxy: z.boolean(),
  /** None yet: null. */
  backup: part(backupSchema.nullable()),
})

export type SystemStatus = z.output<typeof systemStatusSchema>

/** What came of asking the company register for something. */
export const registerCheckSchema = z.discriminatedUnion('reachable', [
  z.object({ reachable: z.literal(true), milliseconds: z.int() }),
  z.object({ reachable: z.literal(false), problem: z.string() }),
])
