import { HttpError } from '../../platform/errors/http-error.ts'
import { RemoteFailure } from '../../platform/remote/remote-json.ts'
import { UnreadableAnswer } from './company-register.mapping.ts'

/** The register has removed this company on legal grounds: no copy may be kept. */
export class Removed extends Error {}

const inSeconds = (seconds: number): string => (seconds === 1 ? 'om 1 sekund' : `om ${seconds} sekunder`)

/** The sentence for the person; what went wrong in detail stays in the log as its cause. */
export const explained = (error: unknown, signal: AbortSignal): Error => {
  if (signal.aborted) return new HttpError(499, 'Oppslaget ble avbrutt.')
  if (error instanceof Removed) return new HttpError(404, 'Foretaket er fjernet fra registeret.')
  const told = (sentence: string) => Object.assign(new HttpError(502, sentence), { cause: error })
  if (error instanceof RemoteFailure && error.retryAfterSeconds)
    return told(`Brønnøysundregistrene har for mye å gjøre. Prøv igjen ${inSeconds(error.retryAfterSeconds)}.`)
  if (error instanceof UnreadableAnswer || error instanceof RemoteFailure)
    return told('Brønnøysundregistrene svarer ikke som de skal akkurat nå. Prøv igjen om litt.')
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return told('Brønnøysundregistrene brukte for lang tid på å svare. Prøv igjen om litt.')
  return error instanceof Error ? error : new Error(String(error))
}
