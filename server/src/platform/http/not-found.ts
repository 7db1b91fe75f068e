import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { isApiPath } from './private-paths.ts'

export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyInstance {
    /** The page for an unknown URL; null when there is none. */
    notFoundPage: NotFoundPage | null
  }
}

/** Whether the request is for a page, not an API call. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !isApiPath(url) && (headers.accept ?? '').includes('text/html')

/** Answers unknown paths with 404: JSON below `/api`, elsewhere the page, if there is one. */
export const answerUnknownPaths = (app: FastifyInstance, page?: NotFoundPage): void => {
  app.notFoundPage = page ?? null
  app.setNotFoundHandler((request, reply) => {
    if (page && !isApiPath(request.url)) return page(request, reply)
    throw notFound(sentenceFor(404, request))
  })
}
