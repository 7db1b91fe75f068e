import { zodResolver } from '@hookform/resolvers/zod'
import { type PasswordChange, passwordChangeSchema } from '@kontor/contract/session/session.schema'
import { passwordHint } from '@kontor/contract/shared/passwords'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'

interface PasswordDialogProps {
  /** For password managers. */
  readonly username: string
  readonly onChange: (change: PasswordChange) => Promise<unknown>
  readonly onClose: () => void
}

/** Changes the logged-in user's password. */
export function PasswordDialog({ username, onChange, onClose }: PasswordDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isVisible, setVisible] = useState(false)
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors, isDirty } = formState
  const type = isVisible ? 'text' : 'password'
  const passwordProps = { type, autoCapitalize: 'none', spellCheck: false } as const

  const submit = handleSubmit(async (change) => {
    setProblem(null)
    try {
      await onChange(change)
      toast({ title: 'Passordet er byttet', description: 'Du er logget ut alle andre steder.' })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      showFieldErrors(error, ['currentPassword', 'newPassword'], setError)
      toast({ title: 'Feil', description: 'Kunne ikke bytte passord', variant: 'destructive' })
    }
  })

  return (
    <FormDialog
      title="Bytt passord"
      description="Du blir logget ut alle andre steder."
      dirty={isDirty}
      submitLabel="Bytt passord"
      workingLabel="Bytter …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <Field label="Passordet du har nå" required error={errors.currentPassword?.message}>
          {(control) => (
            <Input {...control} {...passwordProps} {...register('currentPassword')} autoComplete="current-password" />
          )}
        </Field>
        <Field label="Nytt passord" required error={errors.newPassword?.message} hint={passwordHint}>
          {(control) => (
            <Input {...control} {...passwordProps} {...register('newPassword')} autoComplete="new-password" />
          )}
        </Field>
        <label className="flex cursor-pointer items-center gap-2 self-start py-1 text-sm">
          <input
            type="checkbox"
            className="size-4 cursor-pointer accent-fjord"
            checked={isVisible}
            onChange={(event) => setVisible(event.target.checked)}
          />
          Vis passordene
        </label>
      </div>
    </FormDialog>
  )
}
