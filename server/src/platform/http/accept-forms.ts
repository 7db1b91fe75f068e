import type { FastifyInstance } from 'fastify'

/** Accepts URL-encoded forms, by which a page can load a response into a sandboxed frame. */
export const acceptForms = (scope: FastifyInstance): void => {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}
