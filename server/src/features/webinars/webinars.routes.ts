import * as endpoints from '@kontor/contract/webinars/webinars.endpoints'
import { registrationFields } from '@kontor/contract/webinars/webinars.fields'
import { type RegistrationState, registrationStates } from '@kontor/contract/webinars/webinars.rules'
import type { Feature } from '../../platform/feature.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import { requireOwnPage } from '../../platform/session/anti-forgery.ts'
import type { ExportColumns } from '../../platform/spreadsheet/columns.ts'
import { sendSpreadsheet } from '../../platform/spreadsheet/send-spreadsheet.ts'
import { deletionBy } from '../../platform/trash/deletion.ts'
import { approveRegistration } from './webinars.approval.service.ts'
import { scheduleWebinarJobs } from './webinars.jobs.ts'
import { findWebinar, insertWebinar, listActiveWebinars, listRegistrations, listWebinars } from './webinars.queries.ts'
import {
  cancelOwnRegistration,
  confirmOwnRegistration,
  readOwnCalendar,
  readOwnRegistration,
  removeRegistration,
} from './webinars.seats.service.ts'
import {
  changeRegistration,
  changeWebinar,
  receiveRegistration,
  removeWebinar,
  webinarNotFound,
} from './webinars.service.ts'

/** Serves webinars: visitors list upcoming ones, register and cancel; the administrator manages webinars and registrations. */
export const webinars: Feature = (app, deps) => {
  const { db } = deps.database
  scheduleWebinarJobs(deps)

  serve(app, endpoints.listActiveWebinars, () => listActiveWebinars(db, deps.clock.now().toISOString()))

  serve(
    app,
    endpoints.registerForWebinar,
    async ({ params, body }) => {
      await receiveRegistration(deps, params.id, body)
      return { success: true } as const
    },
    publicFormLimit(deps),
  )

  serve(app, endpoints.readOwnRegistration, ({ params }) => readOwnRegistration(deps, params.token))

  serve(app, endpoints.readOwnCalendar, ({ params }) => readOwnCalendar(deps, params.token))

  serve(
    app,
    endpoints.confirmOwnRegistration,
    ({ params }) => confirmOwnRegistration(deps, params.token),
    publicFormLimit(deps),
  )

  serve(
    app,
    endpoints.cancelOwnRegistration,
    ({ params }) => cancelOwnRegistration(deps, params.token),
    publicFormLimit(deps),
  )

  serve(app, endpoints.listWebinars, () => listWebinars(db))

  serve(app, endpoints.createWebinar, ({ body }) => insertWebinar(db, body))

  serve(app, endpoints.updateWebinar, ({ params, query, body }) => changeWebinar(deps, params.id, query, body))

  serve(app, endpoints.deleteWebinar, ({ params, query, principal }) =>
    removeWebinar(deps, params.id, query, deletionBy(deps, principal, query)),
  )

  const readRegistrations = async (webinarId: string) => {
    const registrations = await listRegistrations(db, webinarId)
    if (registrations.length === 0 && !(await findWebinar(db, webinarId))) throw webinarNotFound()
    return registrations
  }

  serve(app, endpoints.listRegistrations, ({ params }) => readRegistrations(params.id))

  serve(app, endpoints.exportRegistrations, async ({ params, query, request, reply }) => {
    requireOwnPage(request, undefined)
    const registrations = (await readRegistrations(params.id)).reverse()
    const hasStates = registrations.some(({ state }) => state !== undefined)
    return sendSpreadsheet(reply, db, {
      name: 'paameldinger',
      format: query.format,
      sheetName: 'Påmeldinger',
      filters: { webinar: (await findWebinar(db, params.id))?.name },
      columns: hasStates ? { ...columns, ...stateColumn } : columns,
      rows: toAsyncGenerator(registrations.map(withStateLabel)),
    })
  })

  serve(app, endpoints.updateRegistration, ({ params, body }) => changeRegistration(deps, params.id, body))

  serve(app, endpoints.approveRegistration, ({ params }) => approveRegistration(deps, params.id))

  serve(app, endpoints.deleteRegistration, ({ params, query, principal }) =>
    removeRegistration(deps, params.id, deletionBy(deps, principal, query)),
  )
}

const columns = {
  ...registrationFields,
  createdAt: { label: 'Påmeldt', kind: 'moment' },
  suspect: { label: 'Mistenkelig', kind: 'boolean' },
} as const satisfies ExportColumns

/** The column of the state. It is exported only if a registration is waiting or cancelled. */
const stateColumn = {
  state: { label: 'Status', kind: 'choice' },
} as const satisfies ExportColumns

const withStateLabel = <Row extends { readonly state?: RegistrationState | undefined }>(registration: Row) => ({
  ...registration,
  state: registrationStates[registration.state ?? 'registered'],
})

async function* toAsyncGenerator<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}
