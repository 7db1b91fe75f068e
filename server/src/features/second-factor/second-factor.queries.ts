import type { LoginStep } from '@kontor/contract/second-factor/second-factor.rules'
import { secondFactorPolicySchema } from '@kontor/contract/second-factor/second-factor.schema'
import { and, asc, count, eq, getTableColumns, isNull, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, hasRows, updateRow } from '../../platform/database/rows.ts'
import { defineSetting } from '../../platform/database/system-settings.queries.ts'
import { systemSettings } from '../../platform/database/system-settings.table.ts'
import { users } from '../users/users.table.ts'
import { authenticators, recoveryCodes, usedChallenges } from './second-factor.table.ts'

/** A user's id, or null for the shared administrator. */
export type Account = number | null

const belongsTo = (table: typeof authenticators | typeof recoveryCodes, account: Account): SQL =>
  account === null ? isNull(table.userId) : eq(table.userId, account)

/** Locks an account's second factors until the transaction ends, so that changes run one at a time. */
export const lockAccount = async (tx: Queryable, account: Account): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('second factor'), ${account ?? 0})`)
}

const { id, kind, name, version, createdAt, lastUsedAt } = getTableColumns(authenticators)

const shownColumns = { id, kind, name, version, createdAt, lastUsedAt }

export const listAuthenticators = (db: Queryable, account: Account) =>
  db.select(shownColumns).from(authenticators).where(belongsTo(authenticators, account)).orderBy(asc(authenticators.id))

export const hasAuthenticator = (db: Queryable, account: Account): Promise<boolean> =>
  hasRows(db.select({ id: authenticators.id }).from(authenticators).where(belongsTo(authenticators, account)).limit(1))

export const findTotp = (db: Queryable, account: Account) =>
  firstRow(
    db
      .select({ id: authenticators.id, name: authenticators.name, secret: authenticators.secret })
      .from(authenticators)
      .where(and(belongsTo(authenticators, account), eq(authenticators.kind, 'totp'))),
  )

/** Stores an authenticator app; returns false if the account already has one. */
export const addTotp = (
  tx: Queryable,
  account: Account,
  app: { readonly name: string; readonly secret: string; readonly lastStep: number },
): Promise<boolean> =>
  hasRows(
    tx
      .insert(authenticators)
      .values({ userId: account, kind: 'totp', ...app })
      .onConflictDoNothing()
      .returning({ id: authenticators.id }),
  )

/** Marks a time step and all earlier ones as used; returns false if they already were. */
export const useTotpStep = (db: Queryable, id: number, step: number, at: Date): Promise<boolean> =>
  hasRows(
    db
      .update(authenticators)
      .set({ lastStep: step, lastUsedAt: at.toISOString() })
      .where(and(eq(authenticators.id, id), lt(authenticators.lastStep, step)))
      .returning({ id: authenticators.id }),
  )

/** Returns true if an active administrator with an account of their own has a second factor. */
export const hasProtectedAdministrator = (db: Queryable): Promise<boolean> =>
  hasRows(
    db
      .select({ id: users.id })
      .from(users)
      .innerJoin(authenticators, eq(authenticators.userId, users.id))
      .where(and(eq(users.role, 'admin'), users.isActive))
      .limit(1),
  )

const passkeys = eq(authenticators.kind, 'passkey')

export const hasPasskeys = (db: Queryable): Promise<boolean> =>
  hasRows(db.select({ id: authenticators.id }).from(authenticators).where(passkeys).limit(1))

/** Lists the ids that authenticators gave to an account's passkeys, with the passkeys' transports. */
export const listCredentials = (db: Queryable, account: Account) =>
  db
    .select({ credentialId: authenticators.credentialId, transports: authenticators.transports })
    .from(authenticators)
    .where(and(belongsTo(authenticators, account), passkeys))

interface NewPasskey {
  readonly name: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
}

/** Stores a passkey; returns false if any account already has it. */
export const addPasskey = (tx: Queryable, account: Account, passkey: NewPasskey): Promise<boolean> =>
  hasRows(
    tx
      .insert(authenticators)
      .values({ userId: account, kind: 'passkey', ...passkey })
      .onConflictDoNothing()
      .returning({ id: authenticators.id }),
  )

export const findPasskey = (db: Queryable, credentialId: string) =>
  firstRow(
    db
      .select({
        id: authenticators.id,
        userId: authenticators.userId,
        name: authenticators.name,
        publicKey: authenticators.publicKey,
        counter: authenticators.counter,
      })
      .from(authenticators)
      .where(eq(authenticators.credentialId, credentialId)),
  )

/** Stores the next signature counter; returns false if the stored one is no longer `known`. */
export const usePasskey = (
  db: Queryable,
  id: number,
  { known, next }: { readonly known: number; readonly next: number },
  at: Date,
): Promise<boolean> =>
  hasRows(
    db
      .update(authenticators)
      .set({ counter: next, lastUsedAt: at.toISOString() })
      .where(and(eq(authenticators.id, id), eq(authenticators.counter, known)))
      .returning({ id: authenticators.id }),
  )

/** Locks one of the account's authenticators until the transaction ends. */
export const lockAuthenticator = (tx: Queryable, account: Account, id: number) =>
  firstRow(
    tx
      .select(shownColumns)
      .from(authenticators)
      .where(and(belongsTo(authenticators, account), eq(authenticators.id, id)))
      .for('update'),
  )

export const renameAuthenticator = async (tx: Queryable, id: number, name: string): Promise<void> => {
  await updateRow(tx, authenticators, id, { name })
}

export const removeAuthenticator = (tx: Queryable, id: number) => deleteRow(tx, authenticators, id)

export const removeAllAuthenticators = async (tx: Queryable, account: Account): Promise<number> => {
  const removed = await tx
    .delete(authenticators)
    .where(belongsTo(authenticators, account))
    .returning({ id: authenticators.id })
  return removed.length
}

export const countRecoveryCodes = async (db: Queryable, account: Account): Promise<number> => {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(belongsTo(recoveryCodes, account))
  return row?.left ?? 0
}

/** Replaces all of the account's recovery codes. */
export const replaceRecoveryCodes = async (
  tx: Queryable,
  account: Account,
  hashes: readonly string[],
): Promise<void> => {
  await tx.delete(recoveryCodes).where(belongsTo(recoveryCodes, account))
  if (hashes.length === 0) return
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId: account, codeHash })))
}

/** Deletes a recovery code; returns false if the account has no such code. */
export const useRecoveryCode = (db: Queryable, account: Account, codeHash: string): Promise<boolean> =>
  hasRows(
    db
      .delete(recoveryCodes)
      .where(and(belongsTo(recoveryCodes, account), eq(recoveryCodes.codeHash, codeHash)))
      .returning({ codeHash: recoveryCodes.codeHash }),
  )

/** Marks a challenge as used; returns false if it already was. */
export const useChallenge = (db: Queryable, challenge: string, expiresAt: Date): Promise<boolean> =>
  hasRows(
    db
      .insert(usedChallenges)
      .values({ challenge, expiresAt: expiresAt.toISOString() })
      .onConflictDoNothing()
      .returning({ challenge: usedChallenges.challenge }),
  )

export const deleteExpiredChallenges = async (db: Queryable, now: Date): Promise<void> => {
  await db.delete(usedChallenges).where(lte(usedChallenges.expiresAt, now.toISOString()))
}

/** The roles whose users must have a second factor. */
export const factorPolicy = defineSetting('second_factor_policy', secondFactorPolicySchema, {
  sales: false,
  admin: false,
})

/**
 * Returns SQL for the step that a session's login still needs: null if a second factor was passed, or if the account neither has nor needs
 * one. `userId` and `passed` are columns of the session. The query for a session includes this SQL, so a new factor or rule applies at the next call.
 */
export const pendingStep = ({ userId, passed }: { readonly userId: SQLWrapper; readonly passed: SQLWrapper }) => {
  const exists = sql`exists (select from ${authenticators} where ${authenticators.userId} is not distinct from ${userId})`
  const policy = sql`(select ${systemSettings.value} from ${systemSettings} where ${systemSettings.key} = ${sql.raw(`'${factorPolicy.key}'`)})`
  return sql<LoginStep | null>`case when ${passed} then null when ${exists} then 'second-factor'
    when (${policy} ->> coalesce(${users.role}, 'admin'))::boolean then 'set-up' end`
}
