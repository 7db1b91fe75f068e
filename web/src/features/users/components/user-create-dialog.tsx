import { zodResolver } from '@hookform/resolvers/zod'
import { userCreateSchema } from '@kontor/contract/users/users.schema'
import { useForm } from 'react-hook-form'
import { TextField } from '../../../ui/form-fields.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { useCreateUser } from '../users.api.ts'
import { PasswordField } from './password-field.tsx'

const schema = userCreateSchema.pick({ username: true, password: true })
const labels = { username: 'Brukernavn', password: 'Passord' }

export function UserCreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateUser()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { username: '', password: '' } })
  const saving = useSaving({
    form,
    labels,
    save: async (user) => {
      await create.mutateAsync(user)
      toast({ title: 'Bruker opprettet', description: `${user.username} kan nå logge inn i leads.` })
      onClose()
    },
    onFailure: () => toastFailure('Kunne ikke opprette bruker'),
  })
  return (
    <SaveDialog
      saving={saving}
      title="Ny salgsbruker"
      description="Salgsbrukere logger inn i leads, og bare der."
      submitLabel="Opprett"
      workingLabel="Oppretter …"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="username"
        label={labels.username}
        required
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label={labels.password}
        error={form.formState.errors.password?.message}
        register={() => form.register('password')}
        onSuggest={(password) => form.setValue('password', password, { shouldDirty: true, shouldValidate: true })}
      />
    </SaveDialog>
  )
}
