import {
  type AnswerAction,
  expiresWithAgreement,
  failedIdentification,
} from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../../platform/api-client.ts'
import { useLanguage } from '../../../platform/i18n.tsx'
import { useUnsaved } from '../../../ui/form/use-unsaved.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import {
  type CustomerAnswer,
  conflictingPublicAgreement,
  identificationQuery,
  markOpened,
  type PublicAgreement,
  useAnswerAgreement,
  useSendCode,
} from '../agreements.api.ts'
import { failureText, sentenceIn } from './response-failure.ts'
import { type ResponseDraft, useResponseDraft } from './use-response-draft.ts'
import { useResponseTexts } from './use-response-language.ts'

/** The state of the customer's identification. After it, the eID provider redirects back to this page. */
type Identification =
  | { readonly state: 'none' | 'reading' | 'invalid' | 'failed' }
  | { readonly state: 'confirmed'; readonly id: string; readonly name: string | null }

/** Reads the identification in the page's address (`?eid=…`). */
const useIdentification = (token: string, enabled: boolean): Identification => {
  const [parameters] = useSearchParams()
  const id = parameters.get('eid') ?? ''
  const hasFailed = id === failedIdentification
  const isGiven = enabled && id !== '' && !hasFailed
  const { data, isError } = useQuery({ ...identificationQuery(token, id), enabled: isGiven })
  if (!isGiven) return { state: enabled && hasFailed ? 'failed' : 'none' }
  if (isError) return { state: 'invalid' }
  return data ? { state: 'confirmed', id, name: data.name } : { state: 'reading' }
}

/**
 * Calls `onFirst` at the person's first touch, click or key press. From then on, the returned function returns true. Robots that follow
 * links or press buttons by script don't count.
 */
const useGesture = (onFirst: () => void): (() => boolean) => {
  const seen = useRef(false)
  const listener = useRef(onFirst)
  useEffect(() => {
    listener.current = onFirst
  })
  useEffect(() => {
    const controller = new AbortController()
    const mark = (event: Event) => {
      if (!event.isTrusted) return
      controller.abort()
      seen.current = true
      listener.current()
    }
    for (const gesture of ['pointerdown', 'click', 'keydown']) {
      document.addEventListener(gesture, mark, { signal: controller.signal, capture: true })
    }
    return () => controller.abort()
  }, [])
  return () => seen.current
}

/** Error messages by field; any of them prevents sending the answer. */
export type ResponseProblems = Readonly<Partial<Record<'name' | 'code' | 'identification', string>>>

/** Returns true if the customer can accept or reject here. They can always ask to be contacted. */
export const canDecide = ({ expired, verification, eid }: PublicAgreement['agreement']): boolean =>
  !expired && (verification !== 'eid' || eid)

interface Given {
  readonly draft: ResponseDraft
  readonly identification: string | null
}

const bodyOf = (
  action: AnswerAction,
  { draft: { name, message, code }, identification }: Given,
  { verification }: PublicAgreement['agreement'],
): CustomerAnswer => ({
  action,
  name: name.trim() || null,
  message: message.trim() || null,
  ...(verification === 'code' && expiresWithAgreement(action) && { code: code.replaceAll(/\s/g, '') }),
  ...(verification === 'eid' && expiresWithAgreement(action) && { identification }),
})

/** Returns the state of the customer's answer: the input, the chosen action and the result, with the functions that change it. */
export const useResponseAnswer = (token: string, { agreement }: PublicAgreement, etag: string | null) => {
  const { language } = useLanguage()
  const texts = useResponseTexts()
  const isOpen = agreement.status === 'sent'
  const { verification } = agreement
  const asksForCode = verification === 'code'
  const kept = isOpen && verification !== 'link'
  const [draft, setDraft] = useResponseDraft(token, kept)
  const found = useIdentification(token, isOpen && verification === 'eid')
  const [chosen, setChosen] = useState<AnswerAction | null>(null)
  const [problems, setProblems] = useState<ResponseProblems>({})
  /** The reason why the answer wasn't stored. */
  const [failure, setFailure] = useState<string | null>(null)
  /** The message that the agreement has changed since the customer opened the page. */
  const [changeNotice, setChangeNotice] = useState<string | null>(null)
  const answer = useAnswerAgreement(token)
  const code = useSendCode(token)
  const isPerson = useGesture(() => {
    // Ignores failures, since this only records in the office's timeline that the agreement was opened.
    markOpened(token).catch(() => {})
  })

  const message = draft.message.trim()
  const isSent =
    message === (agreement.customerResponse ?? '').trim() ||
    (answer.isSuccess && message === (answer.variables.answer.message ?? ''))
  /** True if the agreement was answered elsewhere while the customer was writing a message. */
  const isOvertaken = !isOpen && message !== '' && !isSent && !answer.isPending
  useUnsaved({
    dirty: !kept && (isOvertaken || (isOpen && (draft.name.trim() !== '' || message !== ''))),
    working: answer.isPending,
    discard: () => setDraft((typed) => ({ ...typed, name: '', message: '' })),
  })

  const identifiedName = found.state === 'confirmed' ? found.name : null
  useEffect(() => {
    if (identifiedName !== null) setDraft((typed) => ({ ...typed, name: identifiedName }))
  }, [identifiedName, setDraft])

  const sendCode = () => {
    if (code.isPending) return
    code.mutate(undefined, {
      onSuccess: ({ sentTo, expiresAt }) =>
        setDraft((typed) => ({ ...typed, code: '', codeSentTo: sentTo, codeExpiresAt: expiresAt })),
    })
  }

  const asPerson = (act: () => void) => {
    setFailure(isPerson() ? null : texts.noGesture)
    if (isPerson()) act()
  }

  const problemsOf = (action: AnswerAction): ResponseProblems => {
    const decides = expiresWithAgreement(action)
    return {
      ...(action === 'accept' && draft.name.trim() === '' && { name: texts.nameNeeded }),
      ...(decides && asksForCode && draft.codeSentTo !== '' && draft.code.trim() === '' && { code: texts.codeNeeded }),
      ...(decides && verification === 'eid' && found.state !== 'confirmed' && { identification: texts.eidNeeded }),
    }
  }

  const choose = (action: AnswerAction) => {
    const missing = problemsOf(action)
    setFailure(null)
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    // If accepting or rejecting needs a code, the first press of the button sends the code.
    if (expiresWithAgreement(action) && asksForCode && draft.codeSentTo === '') asPerson(sendCode)
    else setChosen(action)
  }

  const fail = (error: Error) => {
    const current = conflictingPublicAgreement(error)
    const fields = error instanceof ApiError ? Object.entries(error.fields) : []
    const atFields = fields.filter(([field]) => ['name', 'code', 'identification'].includes(field))
    const isAnswered = current !== null && current.agreement.status !== 'sent'
    const text = failureText(language, error)
    setChangeNotice(current ? text : null)
    setFailure(current || atFields.length > 0 ? null : `${texts.failure} ${text}`)
    setProblems(Object.fromEntries(atFields.map(([field, problem]) => [field, sentenceIn(language, problem)])))
    // Shows no toast once somebody has answered: the page shows the answer instead.
    if (!isAnswered) toast({ title: texts.failureTitle, description: texts.failure, variant: 'destructive' })
    // Keeps the input, but makes the customer choose the answer again, after reading the new text or correcting a field.
    if (current || atFields.length > 0) setChosen(null)
  }

  const send = (action: AnswerAction) => {
    if (answer.isPending) return
    setChangeNotice(null)
    asPerson(() => {
      const identification = found.state === 'confirmed' ? found.id : null
      answer.mutate(
        { answer: bodyOf(action, { draft, identification }, agreement), etag },
        { onSuccess: () => toast(texts.success), onError: fail },
      )
    })
  }

  return {
    draft,
    setDraft,
    identification: found,
    problems,
    failure,
    changeNotice,
    chosen,
    choose,
    unchoose: () => setChosen(null),
    send,
    sendCode,
    codeSending: code,
    /** Runs an action only after a person's gesture, so that it doesn't run for a robot that presses buttons by script. */
    asPerson,
    isSending: answer.isPending,
    isAnswered: answer.isSuccess && !isOpen,
    isOvertaken,
  }
}

export type ResponseAnswer = ReturnType<typeof useResponseAnswer>
