import { contactLimits } from '@kontor/contract/contacts/contacts.rules'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { contactTexts } from '../../../content/contact-texts.ts'
import { useLanguage, useTexts } from '../../../platform/i18n.tsx'
import type { PostOutcome } from '../../../platform/post-json.ts'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormField } from './contact-form-field.tsx'
import { ContactFormResult, type ContactResult, resultTexts } from './contact-form-result.tsx'
import { useSendContact } from './contact-form-send.tsx'
import {
  type FieldProblems,
  findProblems,
  firstProblem,
  problemsFromServer,
  readValues,
  subjectOptions,
} from './contact-form-values.tsx'

const toResult = (outcome: PostOutcome, problems: FieldProblems): ContactResult => {
  if (outcome.kind === 'taken') return { kind: 'sent' }
  if (outcome.kind === 'unreachable') return { kind: 'failed' }
  if (firstProblem(problems)) return { kind: 'check' }
  if (outcome.status !== 429) return { kind: 'failed' }
  return { kind: 'too-many', minutes: Math.max(1, Math.ceil((outcome.retryAfter ?? 60) / 60)) }
}

const focusFirst = (form: HTMLFormElement, problems: FieldProblems): void => {
  const field = firstProblem(problems)
  const element = field && form.elements.namedItem(field)
  if (element instanceof HTMLElement) element.focus()
}

/** The visitor's message to the company; `labelledBy` is the id of the title that stands over it. */
export function ContactForm({ labelledBy }: { labelledBy: string }) {
  const texts = useTexts(contactTexts)
  const { language } = useLanguage()
  const send = useSendContact()
  const [problems, setProblems] = useState<FieldProblems>({})
  const [result, setResult] = useState<ContactResult | null>(null)
  const [sending, setSending] = useState(false)
  // The state of the next render comes too late for a second press of the button.
  const busy = useRef(false)
  const resultElement = useRef<HTMLDivElement>(null)

  /** Shows how it ended at the form and as a toast, and puts the focus where the visitor goes on. */
  const finish = (form: HTMLFormElement, next: ContactResult, found: FieldProblems): void => {
    const { title, description } = resultTexts(next, texts)
    toast({ title, description, variant: next.kind === 'sent' ? 'plain' : 'destructive' })
    if (next.kind === 'sent') form.reset()
    flushSync(() => {
      setSending(false)
      setProblems(found)
      setResult(next)
    })
    if (firstProblem(found)) focusFirst(form, found)
    else resultElement.current?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy.current) return
    const form = event.currentTarget
    const values = readValues(form)
    const email = form.elements.namedItem('email')
    const found = findProblems(values, email instanceof HTMLInputElement && email.validity.valid)
    if (firstProblem(found)) {
      const missing = Object.values(found).includes('missing')
      return finish(form, { kind: missing ? 'missing' : 'check' }, found)
    }
    busy.current = true
    setSending(true)
    setResult(null)
    setProblems({})
    const outcome = await send(values, language)
    busy.current = false
    const refused = outcome.kind === 'refused' ? problemsFromServer(outcome.fields) : {}
    finish(form, toResult(outcome, refused), refused)
  }

  const forget = (event: FormEvent<HTMLFormElement>): void => {
    const name = event.target instanceof HTMLElement ? event.target.getAttribute('name') : null
    setProblems((current) => Object.fromEntries(Object.entries(current).filter(([field]) => field !== name)))
  }

  return (
    <form
      method="post"
      action="/api/contacts"
      noValidate
      aria-labelledby={labelledBy}
      aria-busy={sending}
      onSubmit={submit}
      onInput={forget}
      className="grid gap-x-5 gap-y-5 sm:grid-cols-2"
    >
      <p className="text-[0.9375rem] text-soft sm:col-span-2">{texts.requiredMark}</p>
      <FormField field="name" label={texts.name} problem={problems.name}>
        {(props) => <input {...props} type="text" autoComplete="name" maxLength={contactLimits.name} />}
      </FormField>
      <FormField field="email" label={texts.email} problem={problems.email}>
        {(props) => <input {...props} type="email" autoComplete="email" maxLength={contactLimits.email} />}
      </FormField>
      <FormField field="company" label={texts.company} problem={problems.company}>
        {(props) => <input {...props} type="text" autoComplete="organization" maxLength={contactLimits.company} />}
      </FormField>
      <FormField field="subject" label={texts.subject} problem={problems.subject}>
        {(props) => (
          <div className="relative">
            <select {...props} defaultValue="" className={`${props.className} appearance-none pr-11`}>
              <option value="" disabled hidden>
                {texts.chooseSubject}
              </option>
              {subjectOptions.map(([value, label]) => (
                <option key={value} value={value}>
                  {label[language]}
                </option>
              ))}
            </select>
            <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2" />
          </div>
        )}
      </FormField>
      <FormField field="message" label={texts.message} problem={problems.message} className="sm:col-span-2">
        {(props) => <textarea {...props} rows={4} maxLength={contactLimits.message} />}
      </FormField>
      <div className="absolute -left-[9999px]" aria-hidden="true">
        <label htmlFor="contact-website">{texts.website}</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
        <button
          type="submit"
          disabled={sending}
          className="min-h-13 select-none rounded-sm bg-signal px-7 font-semibold text-on-signal transition-colors hover:bg-signal-strong disabled:cursor-progress disabled:bg-soft"
        >
          {sending ? texts.sending : texts.send}
        </button>
        <p className="max-w-80 text-[0.9375rem] text-soft">{texts.privacy}</p>
      </div>
      <div className="empty:hidden sm:col-span-2">
        {result && <ContactFormResult result={result} ref={resultElement} />}
      </div>
      <p className="scripts-failed-note text-danger sm:col-span-2">{texts.unavailable}</p>
      <noscript>
        <p className="text-danger sm:col-span-2">{texts.needsScript}</p>
      </noscript>
    </form>
  )
}
