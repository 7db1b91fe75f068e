import {
  type AnswerAction,
  agreementLimits,
  agreementSentences,
  expiresWithAgreement,
} from '@kontor/contract/agreements/agreements.rules'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatOre } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/states.tsx'
import type { CustomerAnswer, PublicAgreement } from '../agreements.api.ts'

/** `about` announces the consequence in the confirm step. */
const choices = [
  {
    action: 'accept',
    label: 'Jeg aksepterer avtalen',
    meaning: 'Avtalen blir bindende, og du får en kvittering på e-post.',
    about: 'Du er i ferd med å akseptere avtalen',
    confirm: 'Bekreft og aksepter',
  },
  {
    action: 'reject',
    label: 'Jeg avslår avtalen',
    meaning: 'Avtalen blir avsluttet, og kan ikke aksepteres senere.',
    about: 'Du er i ferd med å avslå avtalen',
    confirm: 'Bekreft og avslå',
  },
  {
    action: 'contact',
    label: 'Jeg vil bli kontaktet',
    meaning: 'Vi tar kontakt før du bestemmer deg.',
    about: 'Du er i ferd med å be oss ta kontakt om avtalen',
    confirm: 'Bekreft og send',
  },
] as const

type Choice = (typeof choices)[number]

export interface Draft {
  readonly action: AnswerAction | null
  readonly name: string
  readonly message: string
}

export const emptyDraft: Draft = { action: null, name: '', message: '' }

interface FormProps {
  readonly draft: Draft
  readonly choices: readonly Choice[]
  readonly onChange: (draft: Draft) => void
  readonly onNext: () => void
}

function ChooseStep({ draft, choices: offeredChoices, onChange, onNext }: FormProps) {
  const [submitted, setSubmitted] = useState(false)
  const firstOption = useRef<HTMLInputElement>(null)
  const isMissing = submitted && draft.action === null

  const next = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (draft.action === null) firstOption.current?.focus()
    else onNext()
  }

  return (
    <form noValidate onSubmit={next} className="flex flex-col gap-5">
      <fieldset aria-describedby={isMissing ? 'answer-missing' : undefined}>
        <legend className="mb-2 font-medium text-[0.8125rem]">Hva er svaret ditt?</legend>
        <div className="flex flex-col gap-2">
          {offeredChoices.map(({ action, label, meaning }, index) => (
            <label
              key={action}
              className="flex cursor-pointer items-start gap-3 rounded-md border border-border bg-surface px-4 py-3.5 hover:border-ink has-checked:border-fjord has-checked:bg-fjord-tint has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
            >
              <input
                ref={index === 0 ? firstOption : undefined}
                type="radio"
                name="action"
                value={action}
                checked={draft.action === action}
                onChange={() => onChange({ ...draft, action })}
                className="mt-0.5 size-5 shrink-0 cursor-pointer accent-fjord outline-none"
              />
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-soft">{meaning}</span>
              </span>
            </label>
          ))}
        </div>
        {isMissing && (
          <p id="answer-missing" role="alert" className="mt-2 flex items-start gap-1.5 text-danger text-sm">
            <WarningIcon className="mt-0.5 size-4 shrink-0" /> Velg et svar først.
          </p>
        )}
      </fieldset>
      <Field label="Navnet ditt (valgfritt)" hint="Står på kvitteringen.">
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={agreementLimits.answeredBy}
            autoComplete="name"
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
            className="h-11 text-base"
          />
        )}
      </Field>
      <Field label="Melding (valgfritt)">
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={draft.message}
            maxLength={agreementLimits.message}
            onChange={(event) => onChange({ ...draft, message: event.target.value })}
            className="text-base"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="h-11 self-start px-6 text-base">
        Send svar
      </Button>
    </form>
  )
}

interface ConfirmStepProps {
  readonly agreement: PublicAgreement['agreement']
  readonly choice: Choice
  readonly name: string
  readonly message: string
  readonly working: boolean
  readonly onBack: () => void
  readonly onConfirm: () => void
}

function ConfirmStep({ agreement, choice, name, message, working, onBack, onConfirm }: ConfirmStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const total = (agreement.totalAmount ?? 0) + (agreement.vatAmount ?? 0)
  const amount = choice.action === 'accept' && total > 0 ? ` på ${formatOre(total)} ink. mva` : ''
  return (
    <div className="flex flex-col gap-4">
      <h3
        ref={heading}
        tabIndex={-1}
        className="font-semibold text-lg leading-snug outline-none [overflow-wrap:anywhere]"
      >
        {choice.about} «{agreement.title}»{amount}.
      </h3>
      {name && <p>Navn: {name}</p>}
      {message && (
        <blockquote className="whitespace-pre-wrap border-fjord-line border-l-2 pl-4 [overflow-wrap:anywhere]">
          {message}
        </blockquote>
      )}
      <p className="text-sm text-soft">
        Vi lagrer svaret sammen med tidspunktet, nettadressen det kommer fra og hvilken nettleser du bruker, som bevis
        for begge parter.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          className="h-11 px-6 text-base"
          aria-disabled={working}
          onClick={() => !working && onConfirm()}
        >
          {working ? 'Sender …' : choice.confirm}
        </Button>
        <Button className="h-11 px-6 text-base" aria-disabled={working} onClick={() => !working && onBack()}>
          Tilbake
        </Button>
      </div>
    </div>
  )
}

interface ResponseFormProps {
  readonly agreement: PublicAgreement['agreement']
  readonly draft: Draft
  readonly onDraftChange: (draft: Draft) => void
  readonly problem: string | null
  readonly working: boolean
  readonly onAnswer: (answer: CustomerAnswer) => void
}

/** Two deliberate steps, choose and confirm, so that link scanners and robots that press buttons cannot answer. */
export function ResponseForm({ agreement, draft, onDraftChange, problem, working, onAnswer }: ResponseFormProps) {
  const [confirming, setConfirming] = useState(false)
  const offeredChoices = choices.filter(({ action }) => !(agreement.expired && expiresWithAgreement(action)))
  const choice = offeredChoices.find(({ action }) => action === draft.action)

  const [name, message] = [draft.name.trim(), draft.message.trim()]

  return (
    <section
      aria-labelledby="answer-title"
      className="mt-10 rounded-md border border-rule bg-surface p-5 sm:mt-14 sm:p-8 print:hidden"
    >
      <h2 id="answer-title" className="mb-4 font-semibold text-xl tracking-tight">
        Svar på avtalen
      </h2>
      {agreement.expired && <p className="mb-4">{agreementSentences.expired} Du kan fortsatt be om å bli kontaktet.</p>}
      {problem && (
        <div className="mb-4">
          <Notice>{problem}</Notice>
        </div>
      )}
      {confirming && choice ? (
        <ConfirmStep
          agreement={agreement}
          choice={choice}
          name={name}
          message={message}
          working={working}
          onBack={() => setConfirming(false)}
          onConfirm={() => onAnswer({ action: choice.action, message: message || null, name: name || null })}
        />
      ) : (
        <ChooseStep
          draft={choice ? draft : { ...draft, action: null }}
          choices={offeredChoices}
          onChange={onDraftChange}
          onNext={() => setConfirming(true)}
        />
      )}
    </section>
  )
}
