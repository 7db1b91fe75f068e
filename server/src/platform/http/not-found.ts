import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { isApiPath } from './private-paths.ts'

export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyInstance {
    /** The page for an unknown URL; null if the server has no pages. */
    notFoundPage: NotFoundPage | null
  }
}

/** Returns the 404 page for the request; null below `/api`, and if the server has no pages. */
export const pageFor = ({ url, server }: FastifyRequest): NotFoundPage | null =>
  isApiPath(url) ? null : server.notFoundPage

/** Answers unknown paths with 404: JSON below `/api`, elsewhere the page, if there is one. */
export const answerUnknownPaths = (app: FastifyInstance, page?: NotFoundPage): void => {
  app.notFoundPage = page ?? null
  app.setNotFoundHandler((request, reply) => {
    const found = pageFor(request)
    if (found) return found(request, reply)
    throw notFound(sentenceFor(404, request))
  })
}
