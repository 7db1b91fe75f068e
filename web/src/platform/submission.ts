import { minimumFormMs } from '@kontor/contract/shared/public-form'
import { useRef } from 'react'
import { type PostOutcome, postJson } from './post-json.ts'

/** Returns 128 random bits in hex. Doesn't use `crypto.randomUUID`, which browsers don't offer over plain http. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns a random UUID (version 4), also over plain http. */
export const randomUuid = (): string => randomId().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Milliseconds since the page was opened. */
const elapsed = (): number => Math.round(performance.now())

/** Waits until the minimum time has passed, so that visitors whose browser fills in the form aren't taken for robots. */
const waitOutMinimumTime = (): Promise<unknown> => sleep(Math.max(0, minimumFormMs + 50 - elapsed()))

/**
 * Sends a public form. A retry with the same content has the same submission id, so that the server stores it once even if a response was
 * lost. Changed content gets a new id.
 */
export const useSubmission = () => {
  const lastAttempt = useRef<{ readonly content: string; readonly submissionId: string } | null>(null)
  return async (url: string, values: Readonly<Record<string, string>>): Promise<PostOutcome> => {
    const content = JSON.stringify([url, { ...values, language: '' }])
    if (lastAttempt.current?.content !== content) lastAttempt.current = { content, submissionId: randomId() }
    const { submissionId } = lastAttempt.current
    await waitOutMinimumTime()
    const outcome = await postJson(url, { ...values, submissionId, elapsedMs: elapsed() })
    if (outcome.kind === 'accepted') lastAttempt.current = null
    return outcome
  }
}
