import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

const emptyDraft = {
  name: '',
  message: '',
  code: '',
  /** The address to which the last code was mailed, and the time when that code expires. Both are empty until a code is sent. */
  codeSentTo: '',
  codeExpiresAt: '',
}

/** The customer's typed answer. */
export type ResponseDraft = Readonly<typeof emptyDraft>

const keyOf = (token: string): string => `agreement-answer:${token}`

const textIn = (stored: object, name: keyof ResponseDraft): string => {
  const text: unknown = Reflect.get(stored, name)
  return typeof text === 'string' ? text : ''
}

const read = (token: string): ResponseDraft => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(token)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return emptyDraft
    return {
      name: textIn(stored, 'name'),
      message: textIn(stored, 'message'),
      code: textIn(stored, 'code'),
      codeSentTo: textIn(stored, 'codeSentTo'),
      codeExpiresAt: textIn(stored, 'codeExpiresAt'),
    }
  } catch {
    return emptyDraft
  }
}

/** Stores the draft in the tab's session storage; null removes it. Ignores errors, since a browser may forbid storage. */
const store = (token: string, draft: ResponseDraft | null): void => {
  try {
    if (draft) sessionStorage.setItem(keyOf(token), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(token))
  } catch {}
}

/**
 * Holds the customer's typed answer. While `kept`, also stores it in the tab: customers leave the page to identify themselves, and a phone
 * may unload the page while they look for a code in their mail.
 */
export const useResponseDraft = (
  token: string,
  kept: boolean,
): [ResponseDraft, Dispatch<SetStateAction<ResponseDraft>>] => {
  const [draft, setDraft] = useState(() => (kept ? read(token) : emptyDraft))
  useEffect(() => store(token, kept ? draft : null), [token, kept, draft])
  return [draft, setDraft]
}
