import { zodResolver } from '@hookform/resolvers/zod'
import { userRoles } from '@kontor/contract/users/users.rules'
import { userSchema } from '@kontor/contract/users/users.schema'
import { useForm } from 'react-hook-form'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type User, useUpdateUser } from '../users.api.ts'
import { roleOptions } from './user-roles.ts'

const schema = userSchema.pick({ role: true })
const labels = { role: 'Rolle' }

export function UserRoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const update = useUpdateUser()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { role: user.role } })
  const saving = useSaving({
    form,
    labels,
    save: async ({ role }) => {
      await update.mutateAsync({ params: { id: String(user.id) }, body: { role } })
      toast({ title: 'Bruker oppdatert', description: `${user.username} er nå ${userRoles[role].toLowerCase()}.` })
      onClose()
    },
    failed: 'Kunne ikke oppdatere bruker',
  })
  return (
    <SaveDialog
      saving={saving}
      title={`Rolle for ${user.username}`}
      description="Administratorer har tilgang til alt. Når rollen endres, blir brukeren logget ut overalt."
      onClose={onClose}
    >
      <SelectField form={form} name="role" label={labels.role} options={roleOptions} />
    </SaveDialog>
  )
}
