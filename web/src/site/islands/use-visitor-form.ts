import { type FormResult, holdsWebAddress, type Problems } from '@kontor/contract/shared/public-form'
import { type FormEvent, type RefObject, useCallback, useContext, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import type { PostOutcome } from '../../platform/post-json.ts'
import { useSubmission } from '../../platform/submission.ts'
import { dismissToast, toast } from '../../ui/toast/toast-store.ts'
import { formTexts } from '../texts/form-texts.ts'
import { RefusedFormContext } from './refused-form.ts'

/** Values by field. */
type Values = Readonly<Record<string, string>>

export interface ResultText {
  readonly title: string
  readonly description: string
}

interface VisitorFormOptions {
  /** Fields in the form's order. */
  readonly fields: readonly string[]
  readonly required: readonly string[]
  readonly url: (values: Values) => string
  readonly sent: ResultText | ((values: Values) => ResultText)
  /** The title of any failure to send. */
  readonly failed: string
  /** A more specific description than "try again later". `status` as in `FormResult`. */
  readonly why?: (status: number | null) => string | undefined
  readonly onEnd?: (result: FormResult) => void
}

/** Reads the values from the form: its fields are uncontrolled, so that text typed before the page's scripts load is not lost. */
const readValues = (form: HTMLFormElement, fields: readonly string[]): Values => {
  const data = new FormData(form)
  return Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? '').trim()]))
}

const findProblems = (form: HTMLFormElement, values: Values, required: readonly string[]): Problems => {
  const problems: Record<string, Problems[string]> = {}
  for (const field of required) if (!values[field]) problems[field] = 'missing'
  if (holdsWebAddress(values.name ?? '')) problems.name = 'invalid'
  const email = form.elements.namedItem('email')
  // The browser validates the address.
  if (values.email && email instanceof HTMLInputElement && !email.validity.valid) problems.email = 'invalid'
  return problems
}

const toResult = (outcome: PostOutcome, values: Values, isFieldAtFault: boolean): FormResult => {
  if (outcome.kind === 'accepted') return { kind: 'sent', values }
  if (outcome.kind === 'unreachable') return { kind: 'failed', status: null }
  if (isFieldAtFault) return { kind: 'check' }
  if (outcome.status !== 429) return { kind: 'failed', status: outcome.status }
  return { kind: 'too-many', minutes: Math.max(1, Math.ceil((outcome.retryAfter ?? 60) / 60)) }
}

/** Finds a control of the form; in a radio group, its first button. */
const controlOf = (form: HTMLFormElement, field: string): HTMLElement | null => {
  const found = form.elements.namedItem(field)
  const control = found instanceof RadioNodeList ? found[0] : found
  return control instanceof HTMLElement ? control : null
}

/** Returns the texts of a result in the current language. */
const useResultText = ({ sent, failed, why }: VisitorFormOptions): ((result: FormResult) => ResultText) => {
  const texts = useTexts(formTexts)
  return (result) => {
    switch (result.kind) {
      case 'sent':
        return typeof sent === 'function' ? sent(result.values) : sent
      case 'missing':
        return { title: texts.missingFields, description: texts.fillRequiredFields }
      case 'check':
        return { title: texts.checkFields, description: texts.checkFieldsDescription }
      case 'too-many':
        return { title: failed, description: texts.tooMany(result.minutes) }
      case 'failed':
        return { title: failed, description: why?.(result.status) ?? texts.tryAgainLater }
    }
  }
}

/** Validates and sends a form of the public site, shows the result as a toast and at the form, and focuses the result or an invalid field. */
export const useVisitorForm = (options: VisitorFormOptions) => {
  const { fields, required, url, onEnd } = options
  const { language } = useLanguage()
  const textOf = useResultText(options)
  const send = useSubmission()
  const refused = useContext(RefusedFormContext)
  const [problems, setProblems] = useState<Problems>(refused?.problems ?? {})
  const [result, setResult] = useState<FormResult | null>(refused?.result ?? null)
  const [sending, setSending] = useState(false)
  // A ref, since a state would change only with the next render, too late for a second click.
  const busy = useRef(false)
  const resultElement: RefObject<HTMLDivElement | null> = useRef(null)

  const onlyKnownFields = (found: Problems): Problems =>
    Object.fromEntries(Object.entries(found).filter(([name]) => fields.includes(name)))

  const finish = (form: HTMLFormElement, next: FormResult, found: Problems): void => {
    toast({ ...textOf(next), variant: next.kind === 'sent' ? 'plain' : 'destructive' })
    if (next.kind === 'sent') form.reset()
    flushSync(() => {
      setSending(false)
      setProblems(found)
      setResult(next)
      onEnd?.(next)
    })
    const first = fields.find((field) => found[field] !== undefined)
    const control = first ? controlOf(form, first) : resultElement.current
    control?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy.current) return
    const form = event.currentTarget
    const values = readValues(form, fields)
    const found = onlyKnownFields(findProblems(form, values, required))
    const kinds = Object.values(found)
    if (kinds.length > 0) return finish(form, { kind: kinds.includes('missing') ? 'missing' : 'check' }, found)
    busy.current = true
    dismissToast()
    setSending(true)
    setResult(null)
    setProblems({})
    const outcome = await send(url(values), { ...values, ...readValues(form, ['aside']), language })
    busy.current = false
    const refused = outcome.kind === 'refused' ? Object.entries(outcome.fields) : []
    const serverProblems = onlyKnownFields(Object.fromEntries(refused.map(([name, sentence]) => [name, { sentence }])))
    finish(form, toResult(outcome, values, Object.keys(serverProblems).length > 0), serverProblems)
  }

  const clearProblem = (event: FormEvent<HTMLFormElement>): void => {
    const name = event.target instanceof HTMLElement ? event.target.getAttribute('name') : null
    setProblems((current) => Object.fromEntries(Object.entries(current).filter(([field]) => field !== name)))
  }

  /** Turns off the browser's own validation, and fills in what the visitor typed before. */
  const takeOver = useCallback(
    (form: HTMLFormElement | null): void => {
      if (!form) return
      form.noValidate = true
      if (!window.pageHead?.restore(form)) return
      setProblems(findProblems(form, readValues(form, fields), required))
    },
    [fields, required],
  )

  const formProps = {
    ref: takeOver,
    method: 'post',
    'aria-busy': sending,
    onSubmit: submit,
    onInput: clearProblem,
  } as const
  const end = {
    isSending: sending,
    result,
    resultText: result && textOf(result),
    advice: refused?.advice,
    ref: resultElement,
  }
  return { problems, formProps, end }
}
