import { zodResolver } from '@hookform/resolvers/zod'
import { userCreateSchema } from '@kontor/contract/users/users.schema'
import { useForm } from 'react-hook-form'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type User, useUpdateUser } from '../users.api.ts'
import { PasswordField } from './password-field.tsx'

const schema = userCreateSchema.pick({ password: true })
const labels = { password: 'Nytt passord' }

export function UserPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const update = useUpdateUser()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } })
  const saving = useSaving({
    form,
    labels,
    save: async (body) => {
      await update.mutateAsync({ params: { id: String(user.id) }, body })
      toast({ title: 'Bruker oppdatert', description: `${user.username} har fått nytt passord.` })
      onClose()
    },
    onFailure: () => toastFailure('Kunne ikke oppdatere bruker'),
  })
  return (
    <SaveDialog
      saving={saving}
      title={`Nytt passord for ${user.username}`}
      description="Brukeren blir logget ut overalt og må bruke det nye passordet."
      onClose={onClose}
    >
      <PasswordField
        label={labels.password}
        error={form.formState.errors.password?.message}
        register={() => form.register('password')}
        onSuggest={(password) => form.setValue('password', password, { shouldDirty: true, shouldValidate: true })}
      />
    </SaveDialog>
  )
}
