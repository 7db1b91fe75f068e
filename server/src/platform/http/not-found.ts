import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiPath } from './api-path.ts'
import { notFound } from './errors.ts'
import { sentenceFor } from './sentences.ts'

/** Answers a page for an unknown address outside `/api`. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** An unknown path below `/api` is 404 in JSON for anyone; every other one gets the page, where there is one. */
export const answerUnknownPaths = (app: FastifyInstance, page?: NotFoundPage): void => {
  app.setNotFoundHandler((request, reply) => {
    if (page && !isApiPath(request.url)) return page(request, reply)
    throw notFound(sentenceFor(404, request))
  })
}
