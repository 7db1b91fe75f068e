import type { Caller } from '@kontor/contract/shared/endpoint'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../errors/http-error.ts'
import { speaksEnglish } from '../errors/sentences.ts'
import type { PrincipalFor } from './principal.ts'

const notLoggedIn = { no: 'Du er ikke logget inn.', en: 'You are not logged in.' }
const wrongRole = { no: 'Du har ikke tilgang til dette.', en: 'You do not have access to this.' }

/**
 * Who calls, if `caller` lets them: the administrator is let in wherever sales users are.
 * Throws 401 without a session and 403 with one of the wrong role.
 */
export const authorize = <C extends Caller>(request: FastifyRequest, caller: C): PrincipalFor<C> => {
  const language = speaksEnglish(request) ? 'en' : 'no'
  const principal = caller === 'public' ? null : (request.session?.principal ?? null)
  if (caller !== 'public' && principal === null) throw new HttpError(401, notLoggedIn[language])
  if (caller === 'admin' && principal?.role !== 'admin') throw new HttpError(403, wrongRole[language])
  // The three lines above are what PrincipalFor says; the compiler cannot follow a generic through them.
  return principal as PrincipalFor<C>
}
