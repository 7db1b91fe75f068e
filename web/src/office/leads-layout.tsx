import type { SessionUser } from '@kontor/contract/session/session.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { leadAccessQuery } from '../features/leads/leads.api.ts'
import { LeadsPage } from '../features/leads/pages/leads-page.tsx'
import { OpenSessionsDialog } from '../features/session/components/open-sessions.tsx'
import { PasswordDialog } from '../features/session/components/password-dialog.tsx'
import { SessionRenewal } from '../features/session/components/renewal-screen.tsx'
import { sessionQuery, useChangeOwnPassword, useLogout } from '../features/session/session.api.ts'
import { MorningMailDialog } from '../features/users/components/morning-mail-dialog.tsx'
import { onSessionExpired, SessionExpiredError } from '../platform/api-client.ts'
import { useDocumentTitle } from '../platform/document-title.ts'
import { useLive } from '../platform/live.ts'
import { officeCompany as company } from '../platform/office-company.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EditIcon, EyeIcon, LogoutIcon, MailIcon, PersonIcon } from '../ui/icons.tsx'
import { type MenuItem, OverflowMenu } from '../ui/overflow-menu.tsx'
import { mayLeave } from '../ui/unsaved.ts'
import { useHeldCalls } from '../ui/use-held-calls.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { type LogOutOptions, logOut } from './log-out.ts'
import { LogoutButton } from './logout-button.tsx'
import { OfficeSearch } from './office-search.tsx'

/** Loads with the first lead that is a customer: most visits to the leads show none. */
const LeadEnquiries = lazy(async () => ({
  default: (await import('../features/contacts/components/lead-enquiries.tsx')).LeadEnquiries,
}))
const LeadCustomer = lazy(async () => ({
  default: (await import('../features/customer-records/components/lead-customer.tsx')).LeadCustomer,
}))
const LeadAgreement = lazy(async () => ({
  default: (await import('../features/agreements/components/lead-agreement.tsx')).LeadAgreement,
}))

/** Loaded when Papirkurv is opened. */
const LeadTrashDialog = lazy(async () => ({
  default: (await import('../features/trash/components/lead-trash-dialog.tsx')).LeadTrashDialog,
}))

/** Loaded when the first record is opened. */
const LeadTimeline = lazy(async () => ({
  default: (await import('../features/lead-timeline/components/lead-timeline.tsx')).LeadTimeline,
}))

/** Loaded when users look at how they log in. */
const SecondFactorManager = lazy(async () => ({
  default: (await import('../features/second-factor/components/second-factor-manager.tsx')).SecondFactorManager,
}))

/** Everyone but the shared administrator. */
const hasAccount = ({ role, named }: SessionUser): boolean => role === 'sales' || named === true

interface AccountProps extends Required<LogOutOptions> {
  readonly user: SessionUser
}

/** What the user does with their own account; on narrow screens in one menu. */
function Account({ user, logout, onLoggedOut }: AccountProps) {
  const [dialog, setDialog] = useState<'morning-mail' | 'password' | 'second-factor' | 'sessions' | null>(null)
  const change = useChangeOwnPassword()
  const isWide = useMediaQuery('(min-width: 64rem)')
  const close = () => setDialog(null)
  const own: readonly MenuItem[] = hasAccount(user)
    ? [
        { label: 'Morgenmail', icon: <MailIcon />, onSelect: () => setDialog('morning-mail') },
        { label: 'Bytt passord', icon: <EditIcon />, onSelect: () => setDialog('password') },
        { label: 'Innlogging', icon: <PersonIcon />, onSelect: () => setDialog('second-factor') },
        { label: 'Enheter', icon: <EyeIcon />, onSelect: () => setDialog('sessions') },
      ]
    : []
  return (
    <>
      {isWide ? (
        <>
          <span className="truncate text-[0.8125rem] text-soft">{user.username}</span>
          {hasAccount(user) && (
            <>
              <Button variant="quiet" size="small" onClick={() => setDialog('morning-mail')}>
                Morgenmail
              </Button>
              <Button variant="quiet" size="small" onClick={() => setDialog('password')}>
                Bytt passord
              </Button>
              <Button variant="quiet" size="small" onClick={() => setDialog('second-factor')}>
                Innlogging
              </Button>
              <Button variant="quiet" size="small" onClick={() => setDialog('sessions')}>
                Enheter
              </Button>
            </>
          )}
          <LogoutButton logout={logout} onLoggedOut={onLoggedOut} />
        </>
      ) : (
        <OverflowMenu
          label="Konto"
          icon={<PersonIcon />}
          heading={user.username}
          items={[
            ...own,
            { label: 'Logg ut', icon: <LogoutIcon />, onSelect: () => void logOut({ logout, onLoggedOut }) },
          ]}
        />
      )}
      {dialog === 'password' && (
        <PasswordDialog username={user.username} onChange={change.mutateAsync} onClose={close} />
      )}
      {dialog === 'sessions' && <OpenSessionsDialog onClose={close} />}
      {dialog === 'morning-mail' && <MorningMailDialog onClose={close} />}
      {dialog === 'second-factor' && (
        <Dialog title="Totrinnsbekreftelse" onClose={close}>
          <Suspense>
            <SecondFactorManager />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}

/** The leads system. Without a session it redirects to the login; an expired one shows it on top. Checks access while the list loads. */
export function LeadsLayout() {
  useDocumentTitle('Leads')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The URL that the login returns to.
  const from = pathname + search
  const logout = useLogout()
  const onLoggedOut = () => void navigate('/login')
  const access = useQuery(leadAccessQuery)
  const { data: user } = useQuery(sessionQuery)
  const [isTrashOpen, setTrashOpen] = useState(false)
  const { isHolding: isExpired, release } = useHeldCalls(onSessionExpired)
  useLive(user !== undefined && !isExpired)
  const client = useQueryClient()
  // Another user gets a fresh screen.
  const [owner, setOwner] = useState(0)
  const renew = async (isSameUser: boolean) => {
    release(isSameUser)
    if (isSameUser) return
    // The other user may keep what is typed; it would then be saved in their name.
    if (!(await mayLeave())) return void client.invalidateQueries()
    setOwner(owner + 1)
    void client.resetQueries()
  }
  const isRefused = isExpired || access.error instanceof SessionExpiredError
  if (isRefused && !user) return <Navigate to="/login" replace state={{ from }} />

  return (
    <Fragment key={owner}>
      <header className="border-rule border-b">
        <div className="mx-auto flex min-h-13 max-w-page flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 sm:px-7">
          <span className="mr-auto font-semibold tracking-tight">
            {company.shortName} <span className="font-normal text-soft">leads</span>
          </span>
          {user?.role === 'admin' && (
            <Button asChild variant="quiet" size="small">
              <Link to="/admin">Administrasjon</Link>
            </Button>
          )}
          {user && <OfficeSearch userRole={user.role} onLogOut={() => void logOut({ logout, onLoggedOut })} />}
          {user ? (
            <Account user={user} logout={logout} onLoggedOut={onLoggedOut} />
          ) : (
            <LogoutButton logout={logout} onLoggedOut={onLoggedOut} compact />
          )}
        </div>
      </header>
      <main tabIndex={-1} className="outline-none">
        <h1 className="sr-only">Leads</h1>
        <LeadsPage
          canOwn={user === undefined || hasAccount(user)}
          canEditReasons={user?.role === 'admin'}
          extrasOf={({ id, customer_id }) => (
            <Suspense>
              <LeadEnquiries leadId={id} canOpen={user?.role === 'admin'} />
              {customer_id !== null && user?.role === 'admin' && <LeadCustomer customerId={customer_id} />}
              {customer_id !== null && <LeadAgreement leadId={id} canOpen={user?.role === 'admin'} />}
            </Suspense>
          )}
          onOpenTrash={() => setTrashOpen(true)}
          timelineOf={({ id, version }) => (
            <Suspense>
              <LeadTimeline leadId={id} version={version} />
            </Suspense>
          )}
        />
      </main>
      {isTrashOpen && (
        <Suspense>
          <LeadTrashDialog onClose={() => setTrashOpen(false)} />
        </Suspense>
      )}
      {isExpired && user && <SessionRenewal user={user} onRenewed={(isSameUser) => void renew(isSameUser)} />}
    </Fragment>
  )
}
