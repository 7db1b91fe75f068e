import {
  createUser,
  deleteUser as deleteEndpoint,
  listUsers as listEndpoint,
  updateUser,
} from '@kontor/contract/users/users.endpoints'
import { notFound } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { deleteUser, listUsers } from './users.queries.ts'
import { addUser, changeUser } from './users.service.ts'

/** Sales users, managed by the administrator. */
export const users: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, listEndpoint, () => listUsers(db))
  serve(app, createUser, ({ body }) => addUser(deps, body))
  serve(app, updateUser, ({ params, body }) => changeUser(deps, params.id, body))
  serve(app, deleteEndpoint, async ({ params }) => {
    if (!(await deleteUser(db, params.id))) throw notFound('Brukeren finnes ikke.')
  })
}
