import { listActiveWebinars as listEndpoint, registerForWebinar } from '@kontor/contract/webinars/webinars.endpoints'
import type { Feature } from '../../app.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import { listActiveWebinars } from './webinars.queries.ts'
import { receiveRegistration } from './webinars.service.ts'

/** Webinars: visitors see the coming ones and register. */
export const webinars: Feature = (app, deps) => {
  serve(app, listEndpoint, () => listActiveWebinars(deps.database.db, deps.clock.now().toISOString()))

  serve(
    app,
    registerForWebinar,
    async ({ params, body }) => {
      await receiveRegistration(deps, params.id, body)
      return { success: true } as const
    },
    publicFormLimit(deps),
  )
}
