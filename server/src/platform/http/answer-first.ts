import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Answers a request there and then and says true, or leaves it untouched and says false. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Is told of each quick answer: how long it took, in milliseconds. */
export type QuickAnswerObserver = (request: IncomingMessage, response: ServerResponse, ms: number) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Sets what is asked before the routes: for what needs no hook and no route, only bytes from memory. */
    answerFirst(answer: QuickAnswer): void
    observeQuickAnswers(observer: QuickAnswerObserver): void
  }
}

/** The server under an app, which asks a quick answer before the app's own listener. `requestTimeout` in milliseconds. */
export const quickServer = (requestTimeout: number) => {
  let quick: QuickAnswer = () => false
  let observe: QuickAnswerObserver = () => {}

  const answer: QuickAnswer = (request, response) => {
    const began = performance.now()
    if (!quick(request, response)) return false
    observe(request, response, performance.now() - began)
    return true
  }
  return {
    // The times that the framework would set on a server of its own.
    serverFactory: (listener: RequestListener, { keepAliveTimeout = 72_000 }: { keepAliveTimeout?: number }): Server =>
      createServer({ keepAliveTimeout, requestTimeout }, (request, response) => {
        if (!answer(request, response)) listener(request, response)
      }),
    decorate: (app: FastifyInstance): void => {
      app.decorate('answerFirst', (next) => {
        quick = next
      })
      app.decorate('observeQuickAnswers', (next) => {
        observe = next
      })
    },
  }
}
