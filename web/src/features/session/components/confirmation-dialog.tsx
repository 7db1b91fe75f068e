import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText, onConfirmationRequired } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useConfirmIdentity } from '../session.api.ts'

interface ConfirmationDialogProps {
  /** Called with whether the user has proved who they are. */
  readonly onAnswer: (confirmed: boolean) => void
}

function ConfirmationDialog({ onAnswer }: ConfirmationDialogProps) {
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const confirm = useConfirmIdentity()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form of the dialog beneath is an ancestor in React's tree.
    event.stopPropagation()
    if (confirm.isPending) return
    confirm.mutate({ password }, { onSuccess: () => onAnswer(true), onError: () => input.current?.select() })
  }

  return (
    <Dialog
      title="Bekreft at det er deg"
      description="Det er en stund siden du logget inn. Skriv passordet ditt for å fortsette."
      onClose={() => onAnswer(false)}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        input.current?.focus()
      }}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>Avbryt</Button>
          <Button type="submit" form="confirm-identity" variant="primary" aria-disabled={confirm.isPending}>
            {confirm.isPending ? 'Bekrefter …' : 'Bekreft'}
          </Button>
        </>
      }
    >
      <form id="confirm-identity" noValidate onSubmit={submit}>
        <Field label="Passord" error={confirm.error ? errorText(confirm.error) : undefined}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

/** Asks users to prove who they are when a call requires it, over whatever is open. The call is then repeated. */
export function Confirmation() {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null)
  useEffect(() => {
    let waiting: Promise<boolean> | undefined
    return onConfirmationRequired(() => {
      // Calls that are refused while the dialog is open wait for the same answer.
      waiting ??= new Promise<boolean>((resolve) => {
        setAnswer(() => resolve)
      }).finally(() => {
        waiting = undefined
        setAnswer(null)
      })
      return waiting
    })
  }, [])
  return answer && <ConfirmationDialog onAnswer={answer} />
}
