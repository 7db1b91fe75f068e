import { codeRules } from '@kontor/contract/agreements/agreements.rules'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLanguage } from '../../../platform/i18n.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { CheckIcon, WarningIcon } from '../../../ui/base/icons.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { Field, Input } from '../../../ui/form/field.tsx'
import { useBeginIdentification } from '../agreements.api.ts'
import { failureText } from './response-failure.ts'
import type { ResponseAnswer } from './use-response-answer.ts'
import { useFormats, useResponseTexts } from './use-response-language.ts'

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be laid out with the rest
    <div
      role="group"
      aria-labelledby={id}
      className="flex flex-col items-start gap-2.5 border-fjord-line border-l-2 pl-4"
    >
      <h3 id={id} className="font-semibold text-[0.9375rem]">
        {title}
      </h3>
      {children}
    </div>
  )
}

/** Shows a button's error. After a failed submission, the form focuses the button. */
function ButtonProblem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-[0.8125rem] text-danger">
      <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
      {children}
    </p>
  )
}

interface CodeStepProps {
  readonly linkSentTo: string | null
  readonly answer: ResponseAnswer
}

/** Sends a code by e-mail on request, and shows a field for it. */
export function CodeStep({ linkSentTo, answer }: CodeStepProps) {
  const { draft, setDraft, problems, asPerson, sendCode, codeSending: send } = answer
  const texts = useResponseTexts()
  const formats = useFormats()
  const { language } = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  const isSent = draft.codeSentTo !== ''
  const hasJustSent = send.isSuccess

  useEffect(() => {
    if (hasJustSent) field.current?.focus()
  }, [hasJustSent])

  const introduction = linkSentTo ? texts.codeText(linkSentTo) : texts.codeTextPlain

  return (
    <Group title={texts.codeTitle}>
      <p role="status" className="text-sm text-soft">
        {isSent
          ? texts.codeSent({ address: draft.codeSentTo, clock: formats.clock(draft.codeExpiresAt) })
          : introduction}
      </p>
      {isSent && (
        <Field label={texts.code} error={problems.code} required>
          {(control) => (
            <Input
              {...control}
              ref={field}
              value={draft.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              // Allows spaces between the digits.
              maxLength={codeRules.digits + 4}
              onChange={(event) => setDraft((typed) => ({ ...typed, code: event.target.value }))}
              className="h-11 max-w-44 text-base tracking-widest"
            />
          )}
        </Field>
      )}
      <Button className="h-11" working={send.isPending} workingLabel={texts.sending} onClick={() => asPerson(sendCode)}>
        {isSent ? texts.sendNewCode : texts.sendCode}
      </Button>
      {send.isError && <Notice>{failureText(language, send.error)}</Notice>}
    </Group>
  )
}

/** Opens the eID provider's page, and shows the person whom the provider has identified. */
export function IdentificationStep({
  token,
  answer: { identification, problems, asPerson },
}: Pick<CodeStepProps, 'answer'> & { token: string }) {
  const texts = useResponseTexts()
  const { language } = useLanguage()
  const begin = useBeginIdentification(token)
  const problemId = useId()

  const identify = () => {
    if (!begin.isPending) begin.mutate(undefined, { onSuccess: ({ url }) => window.location.assign(url) })
  }

  if (identification.state === 'reading') {
    return (
      <Group title={texts.eidTitle}>
        <p role="status" className="text-sm text-soft">
          {texts.eidReading}
        </p>
      </Group>
    )
  }
  if (identification.state === 'confirmed' && !problems.identification) {
    return (
      <Group title={texts.eidTitle}>
        <p role="status" className="flex items-center gap-2 font-medium">
          <CheckIcon className="size-4 shrink-0 text-success" />
          {identification.name === null ? texts.eidConfirmedPlain : texts.eidConfirmed(identification.name)}
        </p>
      </Group>
    )
  }
  return (
    <Group title={texts.eidTitle}>
      <p className="max-w-prose text-sm text-soft">{texts.eidText}</p>
      {identification.state === 'invalid' && <Notice tone="warning">{texts.eidNotRead}</Notice>}
      {identification.state === 'failed' && <Notice tone="warning">{texts.eidFailed}</Notice>}
      <Button
        className="h-11"
        aria-disabled={begin.isPending}
        onClick={() => asPerson(identify)}
        {...(problems.identification && { 'data-problem': true, 'aria-describedby': problemId })}
      >
        {texts.eidBegin}
      </Button>
      {problems.identification && <ButtonProblem id={problemId}>{problems.identification}</ButtonProblem>}
      {begin.isError && <Notice>{failureText(language, begin.error)}</Notice>}
    </Group>
  )
}
