import { deviceName } from '@kontor/contract/session/session.devices.rules'
import * as endpoints from '@kontor/contract/session/session.endpoints'
import type { FastifyRequest } from 'fastify'
import { recordEvent } from '../../platform/audit/audit.ts'
import { notFound } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { storedSessionId } from '../../platform/session/sessions.ts'
import * as queries from './session.open.queries.ts'

const ownerOf = ({ userId }: Principal, { session }: FastifyRequest): queries.SessionOwner => {
  if (session.credential === undefined) throw new Error('A session without a login has passed the authorization.')
  return { userId, credential: session.credential }
}

/** Serves the list of a user's own sessions, and ends them. */
export const serveOpenSessions: Feature = (app, { database: { db }, clock }) => {
  serve(app, endpoints.listSessions, async ({ principal, request }) => {
    const own = storedSessionId(request)
    const stored = await queries.listOpenSessions(db, ownerOf(principal, request), clock.now())
    return stored.map(({ idHash, userAgent, ...session }) => ({
      ...session,
      device: deviceName(userAgent),
      isCurrent: idHash === own,
    }))
  })

  serve(app, endpoints.endSession, async ({ params, principal, request }) => {
    const owner = ownerOf(principal, request)
    if (!(await queries.endSession(db, owner, params.id, clock.now()))) throw notFound('Økten er allerede avsluttet.')
    await recordEvent(db, { action: 'sessions-ended', kind: 'session', facts: { sessions: 1 }, security: true })
  })

  serve(app, endpoints.endOtherSessions, async ({ principal, request }) => {
    const owner = ownerOf(principal, request)
    const ended = await queries.endOtherSessions(db, owner, storedSessionId(request), clock.now())
    await recordEvent(db, { action: 'sessions-ended', kind: 'session', facts: { sessions: ended }, security: true })
    return { ended }
  })
}
