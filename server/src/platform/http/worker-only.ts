import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'

/** Serves only health and metrics: for an instance that only runs jobs (`WORKER=only`). */
export const serveHealthOnly = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.duringOverload) throw notFound(sentenceFor(404, request))
  })
}
