import {
  createWebinar as createEndpoint,
  deleteWebinar as deleteEndpoint,
  deleteRegistration as deleteRegistrationEndpoint,
  exportRegistrations as exportEndpoint,
  listActiveWebinars as listActiveEndpoint,
  listWebinars as listEndpoint,
  listRegistrations as listRegistrationsEndpoint,
  registerForWebinar,
  updateWebinar as updateEndpoint,
  updateRegistration as updateRegistrationEndpoint,
} from '@kontor/contract/webinars/webinars.endpoints'
import { registrationLimits } from '@kontor/contract/webinars/webinars.rules'
import type { Feature } from '../../platform/feature.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import type { ExportColumns } from '../../platform/spreadsheet/columns.ts'
import { sendSpreadsheet } from '../../platform/spreadsheet/send-spreadsheet.ts'
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
  registrationNotFound,
  removeWebinar,
  webinarNotFound,
} from './webinars.service.ts'

/** Webinars: visitors list upcoming ones and register; the administrator manages webinars and registrations. */
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

  const readRegistrations = async (webinarId: string) => {
    const registrations = await listRegistrations(db, webinarId)
    if (registrations.length === 0 && !(await findWebinar(db, webinarId))) throw webinarNotFound()
    return registrations
  }

  serve(app, listRegistrationsEndpoint, ({ params }) => readRegistrations(params.id))

  serve(app, exportEndpoint, async ({ params, reply }) => {
    const rows = toAsyncGenerator((await readRegistrations(params.id)).reverse())
    return sendSpreadsheet(reply, { fileName: 'paameldinger.xlsx', sheetName: 'Påmeldinger', columns, rows })
  })

  serve(app, updateRegistrationEndpoint, ({ params, body }) => changeRegistration(deps, params.id, body))

  serve(app, deleteRegistrationEndpoint, async ({ params }) => {
    if (!(await deleteRegistration(db, params.id))) throw registrationNotFound()
  })
}

const columns = {
  name: { label: 'Navn', kind: 'line', max: registrationLimits.name },
  email: { label: 'E-post', kind: 'email' },
  company: { label: 'Bedrift', kind: 'line', max: registrationLimits.company },
  phone: { label: 'Telefon', kind: 'phone', max: registrationLimits.phone },
  createdAt: { label: 'Påmeldt', kind: 'moment' },
  suspect: { label: 'Mistenkelig', kind: 'boolean' },
} as const satisfies ExportColumns

async function* toAsyncGenerator<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}
