import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { leadAccessQuery } from '../features/leads/leads.api.ts'
import { LeadsPage } from '../features/leads/pages/leads-page.tsx'
import { PasswordDialog } from '../features/session/components/password-dialog.tsx'
import { sessionQuery, useChangeOwnPassword, useLogout } from '../features/session/session.api.ts'
import { onUnauthorized, SessionExpiredError } from '../platform/api-client.ts'
import { useDocumentTitle } from '../platform/document-title.ts'
import { officeCompany as company } from '../platform/office-company.ts'
import { sentToLogin } from '../platform/session.ts'
import { Button } from '../ui/button.tsx'
import { LogoutButton } from './logout-button.tsx'

/** Loads with the first lead that is a customer: most visits to the leads show none. */
const LeadAgreement = lazy(async () => ({
  default: (await import('../features/agreements/components/lead-agreement.tsx')).LeadAgreement,
}))

function PasswordButton({ username }: { username: string }) {
  const [open, setOpen] = useState(false)
  const change = useChangeOwnPassword()
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Bytt passord
      </Button>
      {open && <PasswordDialog username={username} onChange={change.mutateAsync} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The leads system: redirects to the login without a session. Checks access while the list is being fetched. */
export function LeadsLayout() {
  useDocumentTitle('Leads')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The URL that the login returns to.
  const from = pathname + search
  const logout = useLogout()
  const access = useQuery(leadAccessQuery)
  const { data: user } = useQuery(sessionQuery)
  // An open form asks before discarding unsaved input.
  useEffect(() => onUnauthorized(() => void navigate('/login', { state: sentToLogin(from) })), [navigate, from])
  if (access.error instanceof SessionExpiredError) return <Navigate to="/login" replace state={{ from }} />

  return (
    <>
      <header className="border-rule border-b">
        <div className="mx-auto flex min-h-13 max-w-360 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 sm:px-7">
          <span className="mr-auto font-semibold tracking-tight">
            {company.shortName} <span className="font-normal text-soft">leads</span>
          </span>
          {user?.role === 'admin' && (
            <Button asChild variant="quiet" size="small">
              <Link to="/admin">Administrasjon</Link>
            </Button>
          )}
          {user && <span className="truncate text-[0.8125rem] text-soft max-sm:hidden">{user.username}</span>}
          {user?.role === 'sales' && <PasswordButton username={user.username} />}
          <LogoutButton logout={logout} onLoggedOut={() => void navigate('/login')} />
        </div>
      </header>
      <main tabIndex={-1} className="outline-none">
        <h1 className="sr-only">Leads</h1>
        <LeadsPage
          extrasOf={({ id, customer_id }) =>
            customer_id !== null && (
              <Suspense>
                <LeadAgreement leadId={id} canOpen={user?.role === 'admin'} />
              </Suspense>
            )
          }
        />
      </main>
    </>
  )
}
