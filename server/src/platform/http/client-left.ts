import type { FastifyReply } from 'fastify'

/**
 * Returns a signal that aborts if the client disconnects before its response is complete. Fastify's own `request.signal` also aborts once a
 * request's body has been read.
 */
export const clientLeft = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  const abort = (): void => {
    if (!raw.writableFinished) controller.abort(new Error('The client left before it was answered'))
  }
  // The client may have disconnected before this call.
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return controller.signal
}
