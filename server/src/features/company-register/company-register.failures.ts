import { HttpError } from '../../platform/errors/http-error.ts'
import { UnreadableAnswer } from './company-register.mapping.ts'
import { RemoteFailure } from './company-register.remote.ts'

/** The register has removed this company on legal grounds; no copy may be kept. */
export class CompanyRemoved extends Error {}

const secondsText = (seconds: number): string => (seconds === 1 ? 'om 1 sekund' : `om ${seconds} sekunder`)

/** Maps a failed look-up to an `HttpError` with a message for the user; the cause is only logged. */
export const toHttpError = (error: unknown, signal: AbortSignal): Error => {
  if (signal.aborted) return new HttpError(499, 'Oppslaget ble avbrutt.')
  if (error instanceof CompanyRemoved) return new HttpError(404, 'Foretaket er fjernet fra registeret.')
  const badGateway = (sentence: string) => Object.assign(new HttpError(502, sentence), { cause: error })
  if (error instanceof RemoteFailure && error.retryAfterSeconds)
    return badGateway(`Brønnøysundregistrene har for mye å gjøre. Prøv igjen ${secondsText(error.retryAfterSeconds)}.`)
  if (error instanceof UnreadableAnswer || error instanceof RemoteFailure)
    return badGateway('Brønnøysundregistrene svarer ikke som de skal akkurat nå. Prøv igjen om litt.')
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return badGateway('Brønnøysundregistrene brukte for lang tid på å svare. Prøv igjen om litt.')
  return error instanceof Error ? error : new Error(String(error))
}

export const throwHttpError =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    throw toHttpError(error, signal)
  }
