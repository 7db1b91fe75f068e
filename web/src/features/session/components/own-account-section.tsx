import type { SessionUser } from '@kontor/contract/session/session.schema'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { MorningMailDialog } from '../../users/components/morning-mail-dialog.tsx'
import { sessionQuery, useChangeOwnPassword } from '../session.api.ts'
import { AdminPasswordSection } from './admin-password-section.tsx'
import { OpenSessionsSection } from './open-sessions.tsx'
import { PasswordDialog } from './password-dialog.tsx'

function NamedAccountSection({ user }: { user: SessionUser }) {
  const titleId = useId()
  const change = useChangeOwnPassword()
  const [dialog, setDialog] = useState<'morning-mail' | 'password' | null>(null)
  const close = () => setDialog(null)
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="font-semibold text-base tracking-tight">
          Din bruker
        </h3>
        <div className="flex flex-wrap gap-1.5">
          <Button size="small" onClick={() => setDialog('morning-mail')}>
            Morgenmail
          </Button>
          <Button size="small" onClick={() => setDialog('password')}>
            Bytt passord
          </Button>
        </div>
      </div>
      <p className="border-rule border-y py-3 text-sm text-soft leading-relaxed [overflow-wrap:anywhere]">
        Du er logget inn som <span className="font-semibold text-ink">{user.username}</span>.
      </p>
      {dialog === 'password' && (
        <PasswordDialog username={user.username} onChange={change.mutateAsync} onClose={close} />
      )}
      {dialog === 'morning-mail' && <MorningMailDialog onClose={close} />}
    </section>
  )
}

/** The account of the administrator who is logged in, the shared password, and where they are logged in. */
export function OwnAccountSection() {
  const { data: user } = useQuery(sessionQuery)
  return (
    <>
      {user?.named && <NamedAccountSection user={user} />}
      <AdminPasswordSection />
      {user && <OpenSessionsSection isShared={!user.named} />}
    </>
  )
}
