import { zodResolver } from '@hookform/resolvers/zod'
import { userCreateSchema } from '@kontor/contract/users/users.schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type User, useUpdateUser } from '../users.api.ts'
import { PasswordField } from './password-field.tsx'

const schema = userCreateSchema.pick({ password: true })

export function UserPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const update = useUpdateUser()
  const [problem, setProblem] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, setValue } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  })

  const submit = handleSubmit(async (changes) => {
    setProblem(null)
    try {
      await update.mutateAsync({ id: user.id, changes })
      toast({ title: 'Bruker oppdatert', description: `${user.username} har fått nytt passord.` })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      showFieldErrors(error, ['password'], setError)
      toast({ title: 'Feil', description: 'Kunne ikke oppdatere bruker', variant: 'destructive' })
    }
  })

  return (
    <FormDialog
      title={`Nytt passord for ${user.username}`}
      description="Brukeren blir logget ut overalt og må bruke det nye passordet."
      dirty={formState.isDirty}
      submitLabel="Lagre"
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        <PasswordField
          label="Nytt passord"
          error={formState.errors.password?.message}
          field={register('password')}
          onSuggest={(password) => setValue('password', password, { shouldDirty: true, shouldValidate: true })}
        />
      </div>
    </FormDialog>
  )
}
