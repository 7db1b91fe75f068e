import type { LoginStep as Step } from '@kontor/contract/second-factor/second-factor.rules'
import type { StepMethods } from '@kontor/contract/second-factor/second-factor.schema'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText, SessionExpiredError } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { loadable } from '../../../ui/base/loadable.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { Field, Input } from '../../../ui/form/field.tsx'
import { canUsePasskeys, isCancelled, stepMethodsQuery, usePassPasskeyStep, usePassStep } from '../second-factor.api.ts'
import { type Language, secondFactorTexts } from './second-factor-texts.ts'

const LoginSetUp = loadable(async () => (await import('./login-set-up.tsx')).LoginSetUp)

interface LoginStepProps {
  readonly language: Language
  /** `auth` is the session's new anti-forgery token. */
  readonly onPassed: (auth: string) => void
  /** Returns to the password form. */
  readonly onCancel: () => void
}

type Method = 'totp' | 'recovery-code' | 'passkey'

const preferredMethod = ({ totp, passkey }: StepMethods): Method => {
  if (totp) return 'totp'
  return passkey ? 'passkey' : 'recovery-code'
}

interface CodeFormProps extends LoginStepProps {
  readonly method: 'totp' | 'recovery-code'
}

function CodeForm({ method, language, onPassed, onCancel }: CodeFormProps) {
  const texts = secondFactorTexts[language].step
  const pass = usePassStep()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pass.isPending) return
    const onError = (error: Error) => {
      if (error instanceof SessionExpiredError) onCancel()
      else input.current?.select()
    }
    pass.mutate({ method, code, language }, { onSuccess: ({ auth }) => onPassed(auth), onError })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-soft leading-relaxed">{method === 'totp' ? texts.totp : texts.recovery}</p>
      <Field
        label={method === 'totp' ? texts.code : texts.recoveryCode}
        error={pass.error ? errorText(pass.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            {...(method === 'totp'
              ? {
                  inputMode: 'numeric',
                  autoComplete: 'one-time-code',
                  className: 'max-w-44 text-lg tabular-nums tracking-widest',
                }
              : { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false })}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        working={pass.isPending}
        workingLabel={texts.working}
        className="self-start"
      >
        {texts.submit}
      </Button>
    </form>
  )
}

function PasskeyForm({ language, onPassed, onCancel }: LoginStepProps) {
  const texts = secondFactorTexts[language].step
  const pass = usePassPasskeyStep()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const run = () => {
    if (pass.isPending) return
    const onError = (error: Error) => error instanceof SessionExpiredError && onCancel()
    pass.mutate(language, { onSuccess: ({ auth }) => onPassed(auth), onError })
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft leading-relaxed">{canUsePasskeys() ? texts.passkey : texts.noPasskeys}</p>
      {pass.error && <Notice>{isCancelled(pass.error) ? texts.cancelled : errorText(pass.error)}</Notice>}
      <Button
        ref={button}
        variant="primary"
        working={pass.isPending}
        workingLabel={texts.working}
        className="self-start"
        onClick={run}
      >
        {texts.usePasskey}
      </Button>
    </div>
  )
}

function SecondStep(props: LoginStepProps) {
  const texts = secondFactorTexts[props.language].step
  const { data: methods, error } = useQuery(stepMethodsQuery)
  const [chosen, setChosen] = useState<Method | null>(null)
  if (error) return <Notice>{errorText(error)}</Notice>
  if (!methods) {
    return (
      <div role="status">
        <span className="sr-only">{texts.loading}</span>
        <Skeleton className="h-9 w-full" />
      </div>
    )
  }
  const method = chosen ?? preferredMethod(methods)
  const others = [
    { id: 'totp', isOffered: methods.totp, label: texts.useTotp },
    { id: 'passkey', isOffered: methods.passkey, label: texts.usePasskey },
    { id: 'recovery-code', isOffered: methods.recoveryCodes, label: texts.useRecovery },
  ] as const
  return (
    <>
      {method === 'passkey' ? <PasskeyForm {...props} /> : <CodeForm key={method} method={method} {...props} />}
      <div className="mt-5 -ml-3.5 flex flex-col items-start">
        {others
          .filter(({ id, isOffered }) => isOffered && id !== method)
          .map(({ id, label }) => (
            <Button key={id} variant="quiet" onClick={() => setChosen(id)}>
              {label}
            </Button>
          ))}
      </div>
    </>
  )
}

/** Replaces the password form with the step that the login still needs. */
export function LoginStep({ step, ...props }: LoginStepProps & { readonly step: Step }) {
  const texts = secondFactorTexts[props.language]
  return (
    <section lang={props.language} aria-labelledby="login-step">
      <h2 id="login-step" className="mb-3 font-semibold text-lg tracking-tight">
        {step === 'set-up' ? texts.setUp.title : texts.step.title}
      </h2>
      {step === 'set-up' ? (
        <LoginSetUp language={props.language} onPassed={props.onPassed} />
      ) : (
        <SecondStep {...props} />
      )}
      <Button variant="quiet" className="-ml-3.5" onClick={props.onCancel}>
        {texts.step.back}
      </Button>
    </section>
  )
}
