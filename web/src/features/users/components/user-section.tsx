import { zodResolver } from '@hookform/resolvers/zod'
import { passwordHint } from '@kontor/contract/shared/passwords'
import { userRoles } from '@kontor/contract/users/users.rules'
import { userCreateSchema } from '@kontor/contract/users/users.schema'
import { useQuery } from '@tanstack/react-query'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { formatDate, formatLongDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Badge } from '../../../ui/base/badge.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { PeopleIcon } from '../../../ui/base/icons.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { SkeletonRows } from '../../../ui/base/skeleton.tsx'
import { EmptyState } from '../../../ui/base/states.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { Field, Input } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { countedTitle, ListContent } from '../../../ui/list/list-content.tsx'
import { toastError } from '../../../ui/toast/failure-toast.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type User, useCreateUser, useDeleteUser, usersQuery, useUpdateUser } from '../users.api.ts'
import { UserRoleDialog } from './user-role-dialog.tsx'
import { roleOptions, rolePlaces } from './user-roles.ts'

/** The characters of suggested passwords: without vowels, which could form words, and without lookalikes. */
const letters = 'bcdfghjkmnpqrstvwxz23456789'
const groups = [5, 5, 5, 5]

/** Returns a random password of about 95 bits, in groups that are easy to read out over the phone. */
const suggestPassword = (): string => {
  const random = crypto.getRandomValues(new Uint32Array(20))
  const characters = Array.from(random, (number) => letters[number % letters.length])
  return groups.map((size, index) => characters.slice(index * size, (index + 1) * size).join('')).join('-')
}

interface PasswordFieldProps {
  readonly label: string
  readonly error: string | undefined
  /** Registers the field. Called while the field renders, so that after an error the form focuses the first invalid field on the screen. */
  readonly register: () => UseFormRegisterReturn
  readonly onSuggest: (password: string) => void
}

/** Edits another user's password. The password is visible, since the administrator has to pass it on. */
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

const schema = userCreateSchema.pick({ username: true, password: true, role: true })
const labels = { username: 'Brukernavn', password: 'Passord', role: 'Rolle' }

function UserCreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateUser()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { username: '', password: '', role: 'sales' } })
  const saving = useSaving({
    form,
    labels,
    save: async (user) => {
      await create.mutateAsync(user)
      toast({ title: 'Bruker opprettet', description: `${user.username} kan nå logge inn ${rolePlaces[user.role]}.` })
      onClose()
    },
    failed: 'Kunne ikke opprette bruker',
  })
  return (
    <SaveDialog
      saving={saving}
      title="Ny bruker"
      description="Selgere logger inn i leads, og bare der. Administratorer har tilgang til alt."
      creates
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
      <SelectField form={form} name="role" label={labels.role} options={roleOptions} />
    </SaveDialog>
  )
}

const passwordSchema = userCreateSchema.pick({ password: true })

function UserPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
    failed: 'Kunne ikke oppdatere bruker',
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

type UserAction = 'role' | 'password' | 'deactivate' | 'activate' | 'delete'

function LastLogin({ user }: { user: User }) {
  const now = useNow()
  if (user.lastLoginAt === null) return <>Har ikke logget inn ennå</>
  return (
    <time dateTime={user.lastLoginAt} title={formatLongDateTime(user.lastLoginAt)}>
      Sist innlogget {formatRelative(user.lastLoginAt, now)}
    </time>
  )
}

function UserList({ users, onAction }: { users: readonly User[]; onAction: (action: UserAction, user: User) => void }) {
  return (
    <ul className="border-rule border-t">
      {users.map((user) => (
        <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-b py-2.5">
          <div className="min-w-[min(14rem,100%)] flex-1">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="font-semibold text-sm [overflow-wrap:anywhere]">{user.username}</span>
              {!user.isActive && <Badge>Inaktiv</Badge>}
            </p>
            <p className="mt-0.5 text-[0.8125rem] text-soft">
              {userRoles[user.role]} · <LastLogin user={user} /> · Opprettet {formatDate(user.createdAt)}
            </p>
          </div>
          <div className="flex flex-wrap gap-1.5">
            <Button size="small" aria-label={`Rolle for ${user.username}`} onClick={() => onAction('role', user)}>
              Rolle
            </Button>
            <Button
              size="small"
              aria-label={`Nytt passord for ${user.username}`}
              onClick={() => onAction('password', user)}
            >
              Nytt passord
            </Button>
            <Button
              size="small"
              className="min-w-22"
              aria-label={`${user.isActive ? 'Deaktiver' : 'Aktiver'} ${user.username}`}
              onClick={() => onAction(user.isActive ? 'deactivate' : 'activate', user)}
            >
              {user.isActive ? 'Deaktiver' : 'Aktiver'}
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Slett ${user.username}`}
              onClick={() => onAction('delete', user)}
            >
              Slett
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

type OpenDialog = { readonly kind: 'create' } | { readonly kind: Exclude<UserAction, 'activate'>; readonly user: User }

const texts = { loading: 'Henter brukere …', failed: 'Kunne ikke hente brukerne' }

const skeleton = (
  <div role="status">
    <span className="sr-only">{texts.loading}</span>
    <SkeletonRows height="h-15" widths={['w-40', 'w-56', 'w-32']} />
  </div>
)

export function UserSection() {
  const query = useQuery(usersQuery)
  const update = useUpdateUser()
  const remove = useDeleteUser()
  const { dialog, setDialog, close, ending, notice, setProblem } = useListDialog<OpenDialog>()
  const create = () => setDialog({ kind: 'create' })

  const setActive = async ({ id, username }: Pick<User, 'id' | 'username'>, isActive: boolean) => {
    setProblem(null)
    try {
      await update.mutateAsync({ params: { id: String(id) }, body: { isActive } })
      toast({ title: 'Bruker oppdatert', description: `${username} er ${isActive ? 'aktiv' : 'deaktivert'}.` })
    } catch (failure) {
      toastError(failure, 'Kunne ikke oppdatere bruker', () => setActive({ id, username }, isActive))
      setProblem(`Kunne ikke oppdatere bruker: ${errorText(failure)}`)
    }
    close()
  }
  const act = (kind: UserAction, user: User) => {
    if (kind === 'activate') void setActive(user, true)
    else setDialog({ kind, user })
  }

  const empty = (
    <EmptyState
      icon={<PeopleIcon />}
      title="Ingen brukere ennå"
      action={<AddButton onClick={create}>Ny bruker</AddButton>}
    >
      Selgere logger inn i leads med eget brukernavn og passord, administratorer også i panelet.
    </EmptyState>
  )

  return (
    <SettingsSection
      title={countedTitle('Brukere', query.data)}
      action={
        query.data?.length !== 0 && (
          <AddButton size="small" onClick={create}>
            Ny bruker
          </AddButton>
        )
      }
    >
      <ListContent query={query} texts={texts} empty={empty} skeleton={skeleton} {...notice}>
        {(users) => <UserList users={users} onAction={act} />}
      </ListContent>
      {dialog?.kind === 'create' && <UserCreateDialog onClose={close} />}
      {dialog?.kind === 'role' && <UserRoleDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'password' && <UserPasswordDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'deactivate' && (
        <ConfirmDialog
          title={`Deaktivere ${dialog.user.username}?`}
          confirmLabel="Deaktiver"
          workingLabel="Deaktiverer …"
          onConfirm={() => setActive(dialog.user, false)}
          onCancel={close}
        >
          Brukeren blir logget ut med en gang, og kan ikke logge inn før du aktiverer brukeren igjen.
        </ConfirmDialog>
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title={`Slette ${dialog.user.username}?`}
          version={dialog.user.version}
          remove={(version) => remove.mutateAsync({ id: dialog.user.id, version })}
          deleted={{ title: 'Bruker slettet', description: dialog.user.username }}
          failed="Kunne ikke slette bruker"
          problem="Kunne ikke slette bruker:"
          {...ending}
        >
          Brukeren blir logget ut med en gang og slettet for godt. Det kan ikke angres.
        </DeleteDialog>
      )}
    </SettingsSection>
  )
}
