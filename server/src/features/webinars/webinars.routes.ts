import * as endpoints from '@kontor/contract/webinars/webinars.endpoints'
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

  serve(app, endpoints.listWebinars, () => listWebinars(db))

  serve(app, endpoints.createWebinar, ({ body }) => insertWebinar(db, body))

  serve(app, endpoints.updateWebinar, ({ params, query, body }) => changeWebinar(deps, params.id, query, body))

  serve(app, endpoints.deleteWebinar, ({ params, query }) => removeWebinar(deps, params.id, query))

  const readRegistrations = async (webinarId: string) => {
    const registrations = await listRegistrations(db, webinarId)
    if (registrations.length === 0 && !(await findWebinar(db, webinarId))) throw webinarNotFound()
    return registrations
  }

  serve(app, endpoints.listRegistrations, ({ params }) => readRegistrations(params.id))

  serve(app, endpoints.exportRegistrations, async ({ params, reply }) => {
    const rows = toAsyncGenerator((await readRegistrations(params.id)).reverse())
    return sendSpreadsheet(reply, { fileName: 'paameldinger.xlsx', sheetName: 'Påmeldinger', columns, rows })
  })

  serve(app, endpoints.updateRegistration, ({ params, body }) => changeRegistration(deps, params.id, body))

  serve(app, endpoints.deleteRegistration, async ({ params }) => {
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
