import { zodResolver } from '@hookform/resolvers/zod'
import { passwordHint } from '@kontor/contract/shared/passwords'
import { userCreateSchema } from '@kontor/contract/users/users.schema'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type User, useCreateUser, useUpdateUser } from '../users.api.ts'

/** No vowels, which could make words, and no lookalike characters. */
const letters = 'bcdfghjkmnpqrstvwxz23456789'
const groups = [5, 5, 5, 5]

/** About 95 bits, in groups that can be read out over the phone. */
const suggestPassword = (): string => {
  const random = crypto.getRandomValues(new Uint32Array(20))
  const characters = Array.from(random, (number) => letters[number % letters.length])
  return groups.map((size, index) => characters.slice(index * size, (index + 1) * size).join('')).join('-')
}

interface PasswordFieldProps {
  readonly label: string
  readonly error: string | undefined
  /** Called in screen order: the first invalid field gets the focus. */
  readonly register: () => UseFormRegisterReturn
  readonly onSuggest: (password: string) => void
}

/** A password for another user: visible, since it has to be passed on. */
function PasswordField({ label, error, register, onSuggest }: PasswordFieldProps) {
  return (
    <Field label={label} required error={error} hint={`${passwordHint} Gi det til brukeren nå: det vises ikke igjen.`}>
      {(props) => (
        <div className="flex gap-2">
          <Input {...props} {...register()} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          <Button onClick={() => onSuggest(suggestPassword())}>Foreslå</Button>
        </div>
      )}
    </Field>
  )
}

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

const passwordSchema = userCreateSchema.pick({ password: true })

export function UserPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const update = useUpdateUser()
  const form = useForm({ resolver: zodResolver(passwordSchema), defaultValues: { password: '' } })
  const saving = useSaving({
    form,
    labels: { password: 'Nytt passord' },
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
        label="Nytt passord"
        error={form.formState.errors.password?.message}
        register={() => form.register('password')}
        onSuggest={(password) => form.setValue('password', password, { shouldDirty: true, shouldValidate: true })}
      />
    </SaveDialog>
  )
}
