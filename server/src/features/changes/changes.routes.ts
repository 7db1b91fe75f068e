import { streamChanges } from '@kontor/contract/changes/changes.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { storedSessionId } from '../../platform/session/sessions.ts'
import { createFeed } from './changes.service.ts'

export const changes: Feature = (app, deps) => {
  const feed = createFeed(deps, {
    streams: app.eventStreams,
    warn: (details, message) => app.log.warn(details, message),
  })
  app.addHook('onClose', feed.close)
  serve(app, streamChanges, ({ query, principal, request, reply }) =>
    feed.follow(reply, { principal, sessionId: storedSessionId(request), missed: query.missed }),
  )
}
