import { formatDate, formatLongDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import type { User } from '../users.api.ts'

export type UserAction = 'password' | 'deactivate' | 'activate' | 'delete'

interface UserListProps {
  readonly users: readonly User[]
  readonly onAction: (action: UserAction, user: User) => void
}

function LastLogin({ user }: { user: User }) {
  const now = useNow()
  if (user.lastLoginAt === null) return <>Har ikke logget inn ennå</>
  return (
    <time dateTime={user.lastLoginAt} title={formatLongDateTime(user.lastLoginAt)}>
      Sist innlogget {formatRelative(user.lastLoginAt, now)}
    </time>
  )
}

/** The sales users with their actions. */
export function UserList({ users, onAction }: UserListProps) {
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
