import { minimumFormMs } from '@kontor/contract/shared/public-form'
import { useRef } from 'react'
import { type PostOutcome, postJson } from './post-json.ts'

/** 128 random bits. Not `crypto.randomUUID`, which plain http does not have. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Milliseconds since the page was opened. */
const elapsed = (): number => Math.round(performance.now())

/** A visitor whose browser fills in the form at once is no robot: the rest of the minimum time is waited out here. */
const waitOutMinimumTime = (): Promise<unknown> => sleep(Math.max(0, minimumFormMs + 50 - elapsed()))

interface Attempt {
  readonly content: string
  readonly submissionId: string
}

/**
 * Sends a public form. Tried again with the same words it carries the same mark, so that the server stores it once even if
 * only its answer was lost; changed words are another message.
 */
export const useSubmission = () => {
  const last = useRef<Attempt | null>(null)
  return async (url: string, values: Readonly<Record<string, string>>): Promise<PostOutcome> => {
    const content = JSON.stringify([url, { ...values, language: '' }])
    if (last.current?.content !== content) last.current = { content, submissionId: randomId() }
    const { submissionId } = last.current
    await waitOutMinimumTime()
    const outcome = await postJson(url, { ...values, submissionId, elapsedMs: elapsed() })
    if (outcome.kind === 'taken') last.current = null
    return outcome
  }
}
