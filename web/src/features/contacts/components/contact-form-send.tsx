import { minimumFormMs } from '@kontor/contract/shared/public-form'
import { useRef } from 'react'
import type { Language } from '../../../platform/i18n.tsx'
import { type PostOutcome, postJson } from '../../../platform/post-json.ts'
import type { ContactValues } from './contact-form-values.tsx'

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
 * Sends an enquiry. Tried again with the same words it carries the same mark, so that the server stores it once even if
 * only its answer was lost; changed words are another enquiry.
 */
export const useSendContact = () => {
  const last = useRef<Attempt | null>(null)
  return async (values: ContactValues, language: Language): Promise<PostOutcome> => {
    const content = JSON.stringify(values)
    if (last.current?.content !== content) last.current = { content, submissionId: randomId() }
    const { submissionId } = last.current
    await waitOutMinimumTime()
    const outcome = await postJson('/api/contacts', { ...values, language, submissionId, elapsedMs: elapsed() })
    if (outcome.kind === 'taken') last.current = null
    return outcome
  }
}
