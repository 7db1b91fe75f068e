import type { SessionUser } from '@kontor/contract/session/session.schema'
import { userRoles } from '@kontor/contract/users/users.rules'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { OpenSessionsDialog } from '../features/session/components/open-sessions.tsx'
import { PasswordDialog } from '../features/session/components/password-dialog.tsx'
import { useChangeOwnPassword } from '../features/session/session.api.ts'
import { MorningMailDialog } from '../features/users/components/morning-mail-dialog.tsx'
import {
  ArrowRightIcon,
  EditIcon,
  ExternalIcon,
  EyeIcon,
  LockIcon,
  LogoutIcon,
  MailIcon,
  PersonIcon,
} from '../ui/base/icons.tsx'
import { loadable } from '../ui/base/loadable.tsx'
import { type MenuItem, OverflowMenu } from '../ui/base/overflow-menu.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { addressOfSection } from './settings-sections.ts'

/** Loaded when the user opens Totrinnsbekreftelse. */
const SecondFactorManager = loadable(
  async () => (await import('../features/second-factor/components/second-factor-manager.tsx')).SecondFactorManager,
)

/** Returns true for everyone but the shared administrator, who has no account. */
export const hasAccount = ({ role, named }: SessionUser): boolean => role === 'sales' || named === true

export interface PlaceLink {
  readonly label: string
  readonly path: string
}

interface AccountMenuProps {
  /** Undefined while it loads. */
  readonly user: SessionUser | undefined
  /** Links that narrow screens show in the menu; wide screens show them beside it. */
  readonly links: readonly PlaceLink[]
  readonly isWide: boolean
  readonly onLogOut: () => void
}

/** Shows the logged-in user, and the actions on their own account. */
export function AccountMenu({ user, links, isWide, onLogOut }: AccountMenuProps) {
  const [dialog, setDialog] = useState<'morning-mail' | 'password' | 'second-factor' | 'sessions' | null>(null)
  const change = useChangeOwnPassword()
  const navigate = useNavigate()
  const close = () => setDialog(null)
  const isOwn = user !== undefined && hasAccount(user)
  const name = user && (isOwn ? user.username : userRoles.admin)
  const account: readonly MenuItem[] = user
    ? [
        ...(isOwn ? [{ label: 'Morgenmail', icon: <MailIcon />, onSelect: () => setDialog('morning-mail') }] : []),
        {
          label: 'Bytt passord',
          icon: <EditIcon />,
          onSelect: () => (isOwn ? setDialog('password') : void navigate(addressOfSection({ id: 'brukere' }))),
        },
        { label: 'Totrinnsbekreftelse', icon: <LockIcon />, onSelect: () => setDialog('second-factor') },
        { label: 'Innloggede enheter', icon: <EyeIcon />, onSelect: () => setDialog('sessions') },
      ]
    : []
  return (
    <>
      <OverflowMenu
        label={name ? `Konto: ${name}` : 'Konto'}
        icon={<PersonIcon />}
        {...(isWide && { text: name, size: 'small' })}
        heading={user && (isOwn ? `${user.username} · ${userRoles[user.role]}` : `${userRoles.admin}, felles passord`)}
        items={[
          ...(isWide
            ? []
            : links.map(({ label, path }) => ({
                label,
                icon: <ArrowRightIcon />,
                onSelect: () => void navigate(path),
              }))),
          ...account,
          { label: 'Se nettstedet', icon: <ExternalIcon />, href: '/' },
          ...(isWide ? [] : [{ label: 'Logg ut', icon: <LogoutIcon />, onSelect: onLogOut }]),
        ]}
      />
      {dialog === 'password' && user && (
        <PasswordDialog username={user.username} onChange={change.mutateAsync} onClose={close} />
      )}
      {dialog === 'sessions' && <OpenSessionsDialog isShared={!isOwn} onClose={close} />}
      {dialog === 'morning-mail' && <MorningMailDialog onClose={close} />}
      {dialog === 'second-factor' && (
        <Dialog title="Totrinnsbekreftelse" onClose={close}>
          <SecondFactorManager />
        </Dialog>
      )}
    </>
  )
}
