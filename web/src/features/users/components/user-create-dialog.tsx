import { zodResolver } from '@hookform/resolvers/zod'
import { userCreateSchema } from '@kontor/contract/users/users.schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useCreateUser } from '../users.api.ts'
import { PasswordField } from './password-field.tsx'

const schema = userCreateSchema.pick({ username: true, password: true })

export function UserCreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateUser()
  const [problem, setProblem] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, setValue } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { username: '', password: '' },
  })
  const { errors, isDirty } = formState
  // Registered in screen order: the first invalid field gets the focus.
  const [username, password] = [register('username'), register('password')]

  const submit = handleSubmit(async (user) => {
    setProblem(null)
    try {
      await create.mutateAsync(user)
      toast({ title: 'Bruker opprettet', description: `${user.username} kan nå logge inn i leads.` })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      showFieldErrors(error, ['username', 'password'], setError)
      toast({ title: 'Feil', description: 'Kunne ikke opprette bruker', variant: 'destructive' })
    }
  })

  return (
    <FormDialog
      title="Ny salgsbruker"
      description="Salgsbrukere logger inn i leads, og bare der."
      dirty={isDirty}
      submitLabel="Opprett"
      workingLabel="Oppretter …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        <Field label="Brukernavn" required error={errors.username?.message}>
          {(props) => <Input {...props} {...username} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
        </Field>
        <PasswordField
          label="Passord"
          error={errors.password?.message}
          field={password}
          onSuggest={(suggested) => setValue('password', suggested, { shouldDirty: true, shouldValidate: true })}
        />
      </div>
    </FormDialog>
  )
}
