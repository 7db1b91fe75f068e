import * as endpoints from '@kontor/contract/users/users.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { deleteUser, listUsers } from './users.queries.ts'
import { addUser, changeUser, userNotFound } from './users.service.ts'

export const users: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listUsers, () => listUsers(db))
  serve(app, endpoints.createUser, ({ body }) => addUser(deps, body))
  serve(app, endpoints.updateUser, ({ params, body }) => changeUser(deps, params.id, body))
  serve(app, endpoints.deleteUser, async ({ params }) => {
    if (!(await deleteUser(db, params.id))) throw userNotFound()
  })
}
