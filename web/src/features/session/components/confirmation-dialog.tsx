import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field, Input } from '../../../ui/form/field.tsx'
import { submitFormByKey } from '../../../ui/form/submit-by-key.ts'
import { secondFactorTexts } from '../../second-factor/components/second-factor-texts.ts'
import { canUsePasskeys, isCancelled, stepMethodsQuery } from '../../second-factor/second-factor.api.ts'
import { type Proof, useConfirmIdentity } from '../session.confirmation.api.ts'

const texts = secondFactorTexts.no.step

interface ConfirmationDialogProps {
  /** Called with true if the user has proved their identity. */
  readonly onAnswer: (confirmed: boolean) => void
}

const fields = {
  password: {
    label: 'Passord',
    description: 'Det er en stund siden du logget inn. Skriv passordet ditt for å fortsette.',
    input: { type: 'password', autoComplete: 'current-password' },
  },
  code: {
    label: 'Kode',
    description: 'Det er en stund siden du logget inn. Skriv koden som appen viser nå.',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
} as const

/** Asks for the password, a code or a passkey. */
export function ConfirmationDialog({ onAnswer }: ConfirmationDialogProps) {
  const { data: methods } = useQuery(stepMethodsQuery)
  const [method, setMethod] = useState<keyof typeof fields>('password')
  const [value, setValue] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const confirm = useConfirmIdentity()
  const { label, description, input: kind } = fields[method]
  const byPasskey = confirm.variables?.method === 'passkey'

  const run = (proof: Proof) => {
    if (confirm.isPending) return
    confirm.mutate(proof, { onSuccess: () => onAnswer(true), onError: () => input.current?.select() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Keeps the event from the form of the dialog beneath, which is an ancestor in React's tree.
    event.stopPropagation()
    run({ method, value })
  }
  const choose = (chosen: keyof typeof fields) => {
    setMethod(chosen)
    setValue('')
    confirm.reset()
    input.current?.focus()
  }

  const failure = confirm.error && (isCancelled(confirm.error) ? texts.cancelled : errorText(confirm.error))
  return (
    <Dialog
      title="Bekreft at det er deg"
      description={description}
      onClose={() => onAnswer(false)}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        input.current?.focus()
      }}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>Avbryt</Button>
          <Button
            type="submit"
            form="confirm-identity"
            variant="primary"
            working={confirm.isPending}
            workingLabel="Bekrefter …"
          >
            Bekreft
          </Button>
        </>
      }
    >
      <form
        id="confirm-identity"
        noValidate
        onSubmit={submit}
        onKeyDownCapture={submitFormByKey}
        className="flex flex-col gap-4"
      >
        {byPasskey && failure && <Notice>{failure}</Notice>}
        <Field label={label} error={byPasskey ? undefined : (failure ?? undefined)}>
          {(control) => (
            <Input
              {...control}
              {...kind}
              ref={input}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
      </form>
      {methods && (methods.totp || methods.passkey) && (
        <div className="mt-3 -ml-3.5 flex flex-col items-start">
          {methods.totp &&
            (method === 'password' ? (
              <Button variant="quiet" onClick={() => choose('code')}>
                {texts.useTotp}
              </Button>
            ) : (
              <Button variant="quiet" onClick={() => choose('password')}>
                Bruk passord
              </Button>
            ))}
          {methods.passkey && canUsePasskeys() && (
            <Button variant="quiet" aria-disabled={confirm.isPending} onClick={() => run({ method: 'passkey' })}>
              {texts.usePasskey}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
