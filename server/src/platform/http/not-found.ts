import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { isApiPath } from './private-paths.ts'

/** Answers a page for an unknown address outside `/api`. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyInstance {
    /** The page for an unknown address; null where there is none. */
    notFoundPage: NotFoundPage | null
  }
}

/** Whether somebody looks for a page, and not for an answer to a call. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !isApiPath(url) && (headers.accept ?? '').includes('text/html')

/** An unknown path below `/api` is 404 in JSON for anyone; every other one gets the page, where there is one. */
export const answerUnknownPaths = (app: FastifyInstance, page?: NotFoundPage): void => {
  app.notFoundPage = page ?? null
  app.setNotFoundHandler((request, reply) => {
    if (page && !isApiPath(request.url)) return page(request, reply)
    throw notFound(sentenceFor(404, request))
  })
}
