import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { PeopleIcon } from '../../../ui/icons.tsx'
import { countedTitle, ListContent } from '../../../ui/list-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { type User, useDeleteUser, usersQuery, useUpdateUser } from '../users.api.ts'
import { UserCreateDialog } from './user-create-dialog.tsx'
import { type UserAction, UserList } from './user-list.tsx'
import { UserPasswordDialog } from './user-password-dialog.tsx'

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

/** The users who may log in to the leads system. */
export function UserSection() {
  const query = useQuery(usersQuery)
  const update = useUpdateUser()
  const remove = useDeleteUser()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const titleId = useId()
  const close = () => setDialog(null)
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
      <ListContent
        query={query}
        texts={texts}
        empty={empty}
        skeleton={<UserSkeleton />}
        problem={problem}
        onProblemClose={() => setProblem(null)}
      >
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
          onDone={(failure) => {
            close()
            setProblem(failure)
          }}
          onCancel={close}
        >
          Brukeren blir logget ut med en gang og slettet for godt. Det kan ikke angres.
        </DeleteDialog>
      )}
    </section>
  )
}
