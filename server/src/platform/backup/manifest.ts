import { z } from 'zod'

/** The version of the format; a reader refuses those that it does not know. */
export const backupFormat = 1

/** The archive's last entry: an archive without it was cut off. */
export const manifestName = 'manifest.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What a backup holds, and from which program and schema. */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  appVersion: z.string(),
  /** The moment of the snapshot. */
  createdAt: z.iso.datetime(),
  /** The schema's steps that the database had, oldest first. */
  migrations: z.array(z.object({ name: z.string(), hash: sha256 })).min(1),
  /** In the order in which they can be filled. `columns` are quoted identifiers; `sha256` is over the rows as COPY writes them. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().min(0), sha256 })),
  /** Where the next generated ids stand. */
  identities: z.array(
    z.object({ table: z.string(), column: z.string(), lastValue: z.string().regex(/^\d+$/), isCalled: z.boolean() }),
  ),
  /** Stored mails. */
  mails: z.array(z.object({ name: z.string(), sha256 })),
})

export type Manifest = z.output<typeof manifestSchema>

const tableEntry = /^tables\/(\w+)\/\d+\.copy$/
const mailEntry = /^outbox\/([\w.-]+\.eml)$/

/** The name of the archive's entry with the `part`th piece of a table's rows. */
export const tableEntryName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`

export const mailEntryName = (name: string): string => `outbox/${name}`

/** What an entry of the archive holds; undefined for one that does not belong there. */
export const entryKind = (name: string): { table: string } | { mail: string } | 'manifest' | undefined => {
  if (name === manifestName) return 'manifest'
  const table = tableEntry.exec(name)?.[1]
  if (table) return { table }
  const mail = mailEntry.exec(name)?.[1]
  return mail ? { mail } : undefined
}
