import { and, asc, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { recordEvent } from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import { firstRow } from '../database/rows.ts'
import { sealCertificates, serverKeys, serverSecrets } from './servers.table.ts'

interface Server {
  /** The id of the key that the server signs with. */
  readonly id: string
  readonly keys: (typeof serverKeys.$inferInsert)[]
  readonly certificates: (typeof sealCertificates.$inferInsert)[]
}

/** Adds missing keys and certificates of a server. Records an event if the server joins others. @param owner connects as the tables' owner */
export const addServer = (owner: Queryable, { id, keys, certificates }: Server): Promise<void> =>
  owner.transaction(async (tx) => {
    const known = await tx.select().from(serverKeys)
    const isNew = (key: Server['keys'][number]) =>
      !known.some((one) => one.id === key.id && (one.exchangeKey !== null || !key.exchangeKey))
    const newKeys = keys.filter(isNew)
    const sealed = await listSealCertificates(tx)
    const newCertificates = certificates.filter((one) => !sealed.some((it) => it.fingerprint === one.fingerprint))
    // Writes only what is new: a server that was added before needs no owner's rights.
    if (newKeys.length > 0)
      await tx
        .insert(serverKeys)
        .values(newKeys)
        .onConflictDoUpdate({ target: serverKeys.id, set: { exchangeKey: sql`excluded.exchange_key` } })
    if (newCertificates.length > 0) await tx.insert(sealCertificates).values(newCertificates).onConflictDoNothing()
    if (known.length > 0 && newKeys.some((key) => key.id === id))
      await recordEvent(tx, { action: 'created', kind: 'server', id, title: id })
  })

/** Lists the public keys of all servers, oldest first. */
export const listServerKeys = (db: Queryable) =>
  db
    .select({ id: serverKeys.id, publicKey: serverKeys.publicKey, createdAt: serverKeys.createdAt })
    .from(serverKeys)
    .orderBy(asc(serverKeys.createdAt), asc(serverKeys.id))

/** Lists the certificates of all servers, oldest first. */
export const listSealCertificates = (db: Queryable) =>
  db.select().from(sealCertificates).orderBy(asc(sealCertificates.createdAt), asc(sealCertificates.fingerprint))

/** Finds the newest secret for a server, with the exchange key of the server that encrypted it. With `maker`, only a secret of that server. */
export const findServerSecret = (db: Queryable, { id, maker }: { readonly id: string; readonly maker?: string }) =>
  firstRow(
    db
      .select({ maker: serverSecrets.maker, sealed: serverSecrets.sealed, exchangeKey: serverKeys.exchangeKey })
      .from(serverSecrets)
      .innerJoin(serverKeys, eq(serverKeys.id, serverSecrets.sealedBy))
      .where(and(eq(serverSecrets.keyId, id), maker === undefined ? undefined : eq(serverSecrets.maker, maker)))
      .orderBy(desc(serverSecrets.createdAt))
      .limit(1),
  )

/** Lists the servers that wait for the secret of `maker`. */
export const listWaitingServers = (db: Queryable, maker: string) =>
  db
    .select({ id: serverKeys.id, exchangeKey: sql<string>`${serverKeys.exchangeKey}` })
    .from(serverKeys)
    .leftJoin(serverSecrets, and(eq(serverSecrets.keyId, serverKeys.id), eq(serverSecrets.maker, maker)))
    .where(and(isNull(serverSecrets.keyId), isNotNull(serverKeys.exchangeKey), ne(serverKeys.id, maker)))

/** Stores a secret for a server, unless the server has one of this maker already. */
export const insertServerSecret = async (db: Queryable, secret: typeof serverSecrets.$inferInsert): Promise<void> => {
  await db.insert(serverSecrets).values(secret).onConflictDoNothing()
}
