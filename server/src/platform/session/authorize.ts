import type { Caller } from '@kontor/contract/shared/endpoint'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../errors/http-error.ts'
import { answersInEnglish } from '../errors/sentences.ts'
import type { PrincipalFor } from './principal.ts'

const notLoggedIn = { no: 'Du er ikke logget inn.', en: 'You are not logged in.' }
const wrongRole = { no: 'Du har ikke tilgang til dette.', en: 'You do not have access to this.' }

/**
 * Returns the principal if `caller` allows them; the administrator may do everything that sales users may.
 * @throws HttpError 401 without a session, 403 with the wrong role
 */
export const authorize = <C extends Caller>(request: FastifyRequest, caller: C): PrincipalFor<C> => {
  const language = answersInEnglish(request) ? 'en' : 'no'
  const principal = caller === 'public' ? null : (request.session?.principal ?? null)
  if (caller !== 'public' && principal === null) throw new HttpError(401, notLoggedIn[language])
  if (caller === 'admin' && principal?.role !== 'admin') throw new HttpError(403, wrongRole[language])
  // Proven by the three lines above, which the compiler cannot follow for a generic type.
  return principal as PrincipalFor<C>
}
