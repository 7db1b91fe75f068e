import { z } from 'zod'

/** The format's version; a reader rejects unknown ones. */
export const backupFormat = 1

/** The archive's last entry: an archive without it is truncated. */
export const manifestName = 'manifest.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Describes a backup: the program's version, the schema and the contents. */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  appVersion: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), hash: sha256 })).min(1),
  /** The tables in the order in which they can be restored. `columns` are quoted identifiers; `sha256` covers the rows as COPY writes them. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().min(0), sha256 })),
  identities: z.array(
    z.object({ table: z.string(), column: z.string(), lastValue: z.string().regex(/^\d+$/), isCalled: z.boolean() }),
  ),
  mails: z.array(z.object({ name: z.string(), sha256 })),
  /** Signature of all the above by the key that signs evidence; absent in backups made without the key. */
  signature: z.object({ key: z.string(), value: z.string() }).optional(),
})

export type Manifest = z.output<typeof manifestSchema>

const tableEntry = /^tables\/(\w+)\/\d+\.copy$/
const mailEntry = /^outbox\/([\w.-]+\.eml)$/

export const tableEntryName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`

export const mailEntryName = (name: string): string => `outbox/${name}`

/** Returns the kind of an archive entry; undefined for an unknown one. */
export const entryKind = (name: string): { table: string } | { mail: string } | 'manifest' | undefined => {
  if (name === manifestName) return 'manifest'
  const table = tableEntry.exec(name)?.[1]
  if (table) return { table }
  const mail = mailEntry.exec(name)?.[1]
  return mail ? { mail } : undefined
}
