import * as endpoints from '@kontor/contract/users/users.endpoints'
import { HttpError, orThrow } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { requireProof } from '../../platform/http/default-deny.ts'
import { serve } from '../../platform/http/route.ts'
import { findMorningMail, listUsers } from './users.queries.ts'
import { addUser, changeMorningMail, changeUser, removeUser, userNotFound } from './users.service.ts'

export const users: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listUsers, () => listUsers(db))
  serve(app, endpoints.createUser, ({ body }) => addUser(deps, body))
  serve(app, endpoints.updateUser, ({ params, body, principal }) => changeUser(deps, principal, params.id, body))
  serve(app, endpoints.readMorningMail, async ({ principal }) => {
    if (principal.userId === null) return { email: null, enabled: false }
    return orThrow(findMorningMail(db, principal.userId), userNotFound)
  })
  serve(app, endpoints.changeMorningMail, async ({ body, principal, request }) => {
    const { userId } = principal
    if (userId === null) throw new HttpError(403, 'Administratoren har ingen leads og får ingen morgenmail.')
    return changeMorningMail(deps, userId, body, () => requireProof(request))
  })
  serve(app, endpoints.deleteUser, ({ params, query, principal }) =>
    removeUser(deps, principal, params.id, query.version),
  )
}
