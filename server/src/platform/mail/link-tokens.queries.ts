import { randomBytes } from 'node:crypto'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { waitForLock } from '../database/advisory-lock.ts'
import type { Queryable } from '../database/database.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { sha256 } from '../signing/canonical.ts'
import { type SecretToMake, secretPlaceholder } from './mail-hooks.ts'
import { MailRefused } from './mailer.ts'

/** The token of a personal link, as a row stores it: encrypted with a key outside the database, and with a hash to find it. */
export interface LinkToken {
  readonly sealedToken: string
  /** SHA-256 in hex. Null in rows from older backups and trash, whose tokens stay unencrypted until the next start. */
  readonly tokenHash: string | null
}

type Table = PgTable & { readonly id: PgColumn } & { readonly [Field in keyof LinkToken]: PgColumn }

const context = 'personal link'

const seal = (secrets: SecretBox, token: string) => ({
  sealedToken: secrets.seal(token, context),
  tokenHash: sha256(token),
})

/** Makes a token of 256 random bits, since a link's token alone gives access to its page. */
export const newToken = (secrets: SecretBox) => seal(secrets, randomBytes(32).toString('base64url'))

/** Decrypts a token. Returns undefined if another key encrypted it; the link itself still works. */
export const openToken = (secrets: SecretBox, { sealedToken, tokenHash }: LinkToken): string | undefined =>
  tokenHash === null ? sealedToken : secrets.open(sealedToken, context)

export const hashOf = ({ sealedToken, tokenHash }: LinkToken): string => tokenHash ?? sha256(sealedToken)

/** Condition: the row has this token. */
export const hasToken = ({ sealedToken, tokenHash }: Table, token: string): SQL | undefined =>
  or(eq(tokenHash, sha256(token)), and(isNull(tokenHash), eq(sealedToken, token)))

const unreadable = 'Lenken er kryptert med en annen nøkkel. Lag en ny lenke, og send e-posten på nytt derfra.'

/** The name of the maker that fills tokens into mails on delivery, so that the mail log contains none. */
const maker = 'link-token'

/** Returns the name of the maker and the encrypted token, by which delivery replaces `secretPlaceholder` in a mail's link. */
export const tokenInMail = (secrets: SecretBox, { sealedToken, tokenHash }: LinkToken): SecretToMake => ({
  maker,
  of: tokenHash === null ? seal(secrets, sealedToken).sealedToken : sealedToken,
})

/** Registers the maker that decrypts tokens for mails; it throws MailRefused if another key encrypted the token. */
export const fillTokens = (makers: Map<string, (of: string) => string>, secrets: SecretBox): void => {
  makers.set(maker, (sealed) => {
    const token = secrets.open(sealed, context)
    if (token === undefined) throw new MailRefused(unreadable)
    return token
  })
}

/** Encrypts the tokens that are still plain text, also in the mails about their rows. Returns how many there were. */
export const sealPlainTokens = (db: Queryable, secrets: SecretBox, table: Table): Promise<number> =>
  db.transaction(async (tx) => {
    // If two servers start at once, the second finds no plain tokens left.
    await waitForLock(tx, 'link-tokens')
    const plain = await tx
      .select({ id: sql<string>`${table.id}::text`, token: sql<string>`${table.sealedToken}` })
      .from(table as PgTable)
      .where(isNull(table.tokenHash))
    const rows = plain.map(({ id, token }) => ({ id, token, ...seal(secrets, token) }))
    const sealed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS plain (id text, token text, "sealedToken" text, "tokenHash" text)`
    const name = (column: PgColumn) => sql.identifier(column.name)
    await tx.execute(sql`UPDATE ${table} SET ${name(table.sealedToken)} = plain."sealedToken",
      ${name(table.tokenHash)} = plain."tokenHash" FROM ${sealed} WHERE ${table.id}::text = plain.id`)
    await tx.execute(sql`UPDATE email_logs SET html_content = replace(html_content, token, ${secretPlaceholder}),
      text_content = replace(text_content, token, ${secretPlaceholder}),
      secret = jsonb_build_object('maker', ${maker}::text, 'of', plain."sealedToken")
      FROM ${sealed} WHERE related_id = plain.id AND secret IS NULL AND strpos(html_content, token) > 0`)
    return rows.length
  })
