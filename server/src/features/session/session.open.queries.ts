import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { hasRows } from '../../platform/database/rows.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { sessions } from './session.table.ts'

/** The owner of sessions: a user, or everybody with the shared password. Sessions that were opened with an earlier password don't count. */
export interface SessionOwner extends Pick<Principal, 'userId'> {
  readonly credential: string
}

const openSessions = ({ userId, credential }: SessionOwner, now: Date) =>
  and(
    userId === null ? isNull(sessions.userId) : eq(sessions.userId, userId),
    sql`${sessions.data} ->> 'credential' = ${credential}`,
    gt(sessions.expiresAt, now.toISOString()),
  )

/** Lists the owner's open sessions, the most recently used first. */
export const listOpenSessions = (db: Queryable, owner: SessionOwner, now: Date) =>
  db
    .select({
      idHash: sessions.id,
      id: sessions.publicId,
      address: sessions.address,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(openSessions(owner, now))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(maxListed)

/** Maximum number of sessions in the list. Ending all also ends those that aren't listed. */
const maxListed = 200

/** Ends a session; returns false if the owner has no such session. */
export const endSession = (db: Queryable, owner: SessionOwner, publicId: string, now: Date): Promise<boolean> =>
  hasRows(
    db
      .delete(sessions)
      .where(and(openSessions(owner, now), eq(sessions.publicId, publicId)))
      .returning({ id: sessions.id }),
  )

/** Ends all sessions but the one with the hash `own`; returns how many it ended. */
export const endOtherSessions = async (db: Queryable, owner: SessionOwner, own: string, now: Date): Promise<number> => {
  const ended = await db
    .delete(sessions)
    .where(and(openSessions(owner, now), ne(sessions.id, own)))
    .returning({ id: sessions.id })
  return ended.length
}

export const renewProof = async (db: Queryable, idHash: string, at: Date): Promise<void> => {
  await db.update(sessions).set({ provenAt: at.toISOString() }).where(eq(sessions.id, idHash))
}

/** Ends all sessions of a user, or of the shared administrator for null; returns how many there were. */
export const endAllSessions = async (db: Queryable, userId: number | null): Promise<number> => {
  const owner = userId === null ? isNull(sessions.userId) : eq(sessions.userId, userId)
  return (await db.delete(sessions).where(owner).returning({ id: sessions.id })).length
}
