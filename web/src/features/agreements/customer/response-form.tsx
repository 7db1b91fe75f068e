import { type AnswerAction, agreementLimits, agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { type FormEvent, type Ref, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Notice } from '../../../ui/base/states.tsx'
import { Field, Input, Textarea } from '../../../ui/form/field.tsx'
import type { PublicAgreement } from '../agreements.api.ts'
import { sentenceIn } from './response-failure.ts'
import { totalOf } from './response-head.tsx'
import { Signature } from './response-signature.tsx'
import { CodeStep, IdentificationStep } from './response-verification.tsx'
import { canDecide, type ResponseAnswer } from './use-response-answer.ts'
import { useFormats, useResponseTexts } from './use-response-language.ts'

interface StepProps {
  readonly agreement: PublicAgreement['agreement']
  readonly answer: ResponseAnswer
}

/** Offers accepting as the main action, and the other answers less prominently. If the customer can't accept, offers only contact. */
function Actions({ agreement, answer }: StepProps) {
  const texts = useResponseTexts()
  const formats = useFormats()
  const { contact, reject } = texts.other
  if (!canDecide(agreement)) {
    return (
      <Button
        variant="primary"
        className="h-12 self-start px-7 text-base max-sm:w-full"
        onClick={() => answer.choose('contact')}
      >
        {contact.label}
      </Button>
    )
  }
  const total = totalOf(agreement)
  const others: readonly (readonly [AnswerAction, typeof contact])[] = [
    ['contact', contact],
    ['reject', reject],
  ]
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" variant="primary" className="h-12 px-7 text-base max-sm:w-full">
            {texts.accept}
          </Button>
          {total > 0 && (
            <span>
              <span className="text-sm text-soft">{texts.total}</span>{' '}
              <strong className="font-semibold whitespace-nowrap">{formats.amount(total)}</strong>
            </span>
          )}
        </p>
        <p className="mt-2.5 max-w-prose text-sm text-soft">{texts.acceptMeaning}</p>
      </div>
      <div className="border-rule border-t pt-4">
        <h3 className="text-sm text-soft">{texts.otherTitle}</h3>
        <ul className="mt-1.5 flex flex-col gap-x-8 gap-y-2 sm:flex-row sm:flex-wrap">
          {others.map(([action, { label, meaning }]) => (
            <li key={action} className="text-sm">
              <Button
                variant="quiet"
                className="-ml-3.5 h-11 underline decoration-border underline-offset-4"
                onClick={() => answer.choose(action)}
              >
                {label}
              </Button>
              <p className="text-[0.8125rem] text-soft">{meaning}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function WriteStep({ token, agreement, answer }: StepProps & { token: string }) {
  const texts = useResponseTexts()
  const { draft, setDraft, problems } = answer
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (Object.keys(problems).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus()
  }, [problems])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer.choose(canDecide(agreement) ? 'accept' : 'contact')
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {canDecide(agreement) && agreement.verification === 'eid' && <IdentificationStep token={token} answer={answer} />}
      <Field
        label={texts.name}
        {...(canDecide(agreement) && { hint: texts.nameHint })}
        error={problems.name}
        className="max-w-md"
      >
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={agreementLimits.answeredBy}
            autoComplete="name"
            onChange={(event) => setDraft((typed) => ({ ...typed, name: event.target.value }))}
            className="h-11 text-base"
          />
        )}
      </Field>
      <Field label={texts.message}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={draft.message}
            maxLength={agreementLimits.message}
            onChange={(event) => setDraft((typed) => ({ ...typed, message: event.target.value }))}
            className="text-base"
          />
        )}
      </Field>
      {canDecide(agreement) && agreement.verification === 'code' && (
        <CodeStep linkSentTo={agreement.linkSentTo} answer={answer} />
      )}
      <Actions agreement={agreement} answer={answer} />
    </form>
  )
}

interface ConfirmStepProps extends StepProps {
  readonly action: AnswerAction
  readonly onBack: () => void
}

function ConfirmStep({ agreement, answer, action, onBack }: ConfirmStepProps) {
  const texts = useResponseTexts()
  const formats = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { about, send } = texts.confirm[action]
  const { title } = agreement
  const total = totalOf(agreement)
  const [name, message] = [answer.draft.name.trim(), answer.draft.message.trim()]
  return (
    <div className="flex flex-col gap-4">
      <h3
        ref={heading}
        tabIndex={-1}
        className="font-semibold text-lg leading-snug outline-none [overflow-wrap:anywhere]"
      >
        {about}{' '}
        {action === 'accept' && total > 0
          ? texts.amountIn({ title, amount: formats.amount(total) })
          : texts.titleIn({ title })}
      </h3>
      {name && action === 'accept' && <Signature name={name} />}
      {name && action !== 'accept' && <p>{texts.nameIn(name)}</p>}
      {message && (
        <blockquote className="whitespace-pre-wrap border-fjord-line border-l-2 pl-4 [overflow-wrap:anywhere]">
          {message}
        </blockquote>
      )}
      <p className="text-sm text-soft">{texts.stored}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant={action === 'reject' ? 'secondary' : 'primary'}
          className={cx('h-11 px-6 text-base', action === 'reject' && 'border-danger text-danger')}
          working={answer.isSending}
          workingLabel={texts.sending}
          onClick={() => answer.send(action)}
        >
          {send}
        </Button>
        <Button
          className="h-11 px-6 text-base"
          aria-disabled={answer.isSending}
          onClick={() => !answer.isSending && onBack()}
        >
          {texts.back}
        </Button>
      </div>
    </div>
  )
}

interface ResponseFormProps extends StepProps {
  readonly token: string
  readonly section: Ref<HTMLElement>
  readonly heading: RefObject<HTMLHeadingElement | null>
}

/** Asks for an answer in two steps, filling in and confirming, so that link scanners and robots that press buttons can't answer. */
export function ResponseForm({ token, agreement, answer, section, heading }: ResponseFormProps) {
  const texts = useResponseTexts()
  const { expired, verification, eid } = agreement
  const back = () => {
    answer.unchoose()
    heading.current?.focus()
  }
  return (
    <section
      ref={section}
      aria-labelledby="answer-title"
      className="mt-10 scroll-mt-4 rounded-md border border-rule bg-surface p-5 sm:mt-14 sm:p-8 print:hidden"
    >
      <h2
        id="answer-title"
        ref={heading}
        tabIndex={-1}
        className="mb-4 scroll-mt-8 font-semibold text-xl tracking-tight outline-none"
      >
        {texts.formTitle}
      </h2>
      {answer.isOvertaken && (
        <Notice tone="warning" className="mb-4">
          {sentenceIn(agreement.language, agreementSentences.answered)}
        </Notice>
      )}
      {expired && <p className="mb-4">{texts.expiredText}</p>}
      {!expired && verification === 'eid' && !eid && <p className="mb-4 max-w-prose">{texts.eidMissing}</p>}
      {answer.failure && (
        <div className="mb-4">
          <Notice>{answer.failure}</Notice>
        </div>
      )}
      {answer.chosen ? (
        <ConfirmStep agreement={agreement} answer={answer} action={answer.chosen} onBack={back} />
      ) : (
        <WriteStep token={token} agreement={agreement} answer={answer} />
      )}
    </section>
  )
}
