import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDate, formatLongDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { CheckIcon, PeopleIcon } from '../../../ui/icons.tsx'
import { countedTitle, ListContent } from '../../../ui/list-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useListDialog } from '../../../ui/use-list-dialog.ts'
import { type User, useDeleteUser, usersQuery, useUpdateUser } from '../users.api.ts'
import { UserCreateDialog, UserPasswordDialog } from './user-dialogs.tsx'

type UserAction = 'password' | 'deactivate' | 'activate' | 'delete'

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
          <div className="min-w-56 flex-1">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="font-semibold text-sm [overflow-wrap:anywhere]">{user.username}</span>
              {user.isActive ? (
                <Badge tone="positive" icon={<CheckIcon className="size-3" />}>
                  Aktiv
                </Badge>
              ) : (
                <Badge>Inaktiv</Badge>
              )}
            </p>
            <p className="mt-0.5 text-[0.8125rem] text-soft">
              <LastLogin user={user} /> · Opprettet {formatDate(user.createdAt)}
            </p>
          </div>
          <div className="flex flex-wrap gap-1.5">
            <Button
              size="small"
              aria-label={`Nytt passord for ${user.username}`}
              onClick={() => onAction('password', user)}
            >
              Nytt passord
            </Button>
            <Button
              size="small"
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

const texts = { loading: 'Henter salgsbrukere …', failed: 'Kunne ikke hente salgsbrukerne' }

function UserSkeleton() {
  return (
    <div role="status" className="border-rule border-t">
      <span className="sr-only">{texts.loading}</span>
      {['w-40', 'w-56', 'w-32'].map((width) => (
        <div key={width} className="flex h-15 flex-col justify-center gap-2 border-rule border-b">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3 w-48" />
        </div>
      ))}
    </div>
  )
}

export function UserSection() {
  const query = useQuery(usersQuery)
  const update = useUpdateUser()
  const remove = useDeleteUser()
  const { dialog, setDialog, close, ending, notice, setProblem } = useListDialog<OpenDialog>()
  const titleId = useId()
  const create = () => setDialog({ kind: 'create' })

  const setActive = async ({ id, username }: User, isActive: boolean) => {
    setProblem(null)
    try {
      await update.mutateAsync({ params: { id: String(id) }, body: { isActive } })
      toast({ title: 'Bruker oppdatert', description: `${username} er ${isActive ? 'aktiv' : 'deaktivert'}.` })
    } catch (failure) {
      toastFailure('Kunne ikke oppdatere bruker')
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
      title="Ingen salgsbrukere ennå"
      action={<AddButton onClick={create}>Ny bruker</AddButton>}
    >
      Salgsbrukere logger inn i leads med brukernavn og passord. Administrator slipper inn der uansett.
    </EmptyState>
  )

  return (
    <section aria-labelledby={titleId}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="font-semibold text-base tracking-tight">
          {countedTitle('Salgsbrukere', query.data)}
        </h3>
        <AddButton size="small" onClick={create}>
          Ny bruker
        </AddButton>
      </div>
      <ListContent query={query} texts={texts} empty={empty} skeleton={<UserSkeleton />} {...notice}>
        {(users) => <UserList users={users} onAction={act} />}
      </ListContent>
      {dialog?.kind === 'create' && <UserCreateDialog onClose={close} />}
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
          remove={() => remove.mutateAsync(dialog.user.id)}
          deleted={{ title: 'Bruker slettet', description: dialog.user.username }}
          failed="Kunne ikke slette bruker"
          problem="Kunne ikke slette bruker:"
          {...ending}
        >
          Brukeren blir logget ut med en gang og slettet for godt. Det kan ikke angres.
        </DeleteDialog>
      )}
    </section>
  )
}
