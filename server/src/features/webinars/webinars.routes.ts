import {
  createWebinar as createEndpoint,
  deleteWebinar as deleteEndpoint,
  deleteRegistration as deleteRegistrationEndpoint,
  listActiveWebinars as listActiveEndpoint,
  listWebinars as listEndpoint,
  listRegistrations as listRegistrationsEndpoint,
  registerForWebinar,
  updateWebinar as updateEndpoint,
  updateRegistration as updateRegistrationEndpoint,
} from '@kontor/contract/webinars/webinars.endpoints'
import type { Feature } from '../../app.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import {
  deleteRegistration,
  findWebinar,
  insertWebinar,
  listActiveWebinars,
  listRegistrations,
  listWebinars,
} from './webinars.queries.ts'
import {
  changeRegistration,
  changeWebinar,
  receiveRegistration,
  registrationGone,
  removeWebinar,
  webinarGone,
} from './webinars.service.ts'

/** Webinars: visitors see the coming ones and register, the administrator keeps them and their registrations. */
export const webinars: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, listActiveEndpoint, () => listActiveWebinars(db, deps.clock.now().toISOString()))

  serve(
    app,
    registerForWebinar,
    async ({ params, body }) => {
      await receiveRegistration(deps, params.id, body)
      return { success: true } as const
    },
    publicFormLimit(deps),
  )

  serve(app, listEndpoint, () => listWebinars(db))

  serve(app, createEndpoint, ({ body }) => insertWebinar(db, body))

  serve(app, updateEndpoint, ({ params, query, body }) =>
    changeWebinar(deps, { id: params.id, notify: query.notify }, body),
  )

  serve(app, deleteEndpoint, ({ params, query }) => removeWebinar(deps, { id: params.id, notify: query.notify }))

  serve(app, listRegistrationsEndpoint, async ({ params }) => {
    const registrations = await listRegistrations(db, params.id)
    if (registrations.length === 0 && !(await findWebinar(db, params.id))) throw webinarGone()
    return registrations
  })

  serve(app, updateRegistrationEndpoint, ({ params, body }) => changeRegistration(deps, params.id, body))

  serve(app, deleteRegistrationEndpoint, async ({ params }) => {
    if (!(await deleteRegistration(db, params.id))) throw registrationGone()
  })
}
