import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { leadAccessQuery } from '../features/leads/leads.api.ts'
import { LeadsPage } from '../features/leads/pages/leads-page.tsx'
import { SessionRenewal } from '../features/session/components/renewal-screen.tsx'
import { useRenewal } from '../features/session/components/use-renewal.ts'
import { sessionQuery, useLogout } from '../features/session/session.api.ts'
import { SessionExpiredError } from '../platform/api-client.ts'
import { useDocumentTitle } from '../platform/document-title.ts'
import { useLive } from '../platform/live.ts'
import { loadable } from '../ui/base/loadable.tsx'
import { TooltipProvider } from '../ui/base/tooltip.tsx'
import { hasAccount } from './account-menu.tsx'
import { OfficeHeader } from './office-header.tsx'

/** Loaded when first shown. Every open lead shows its enquiries; only leads that became customers show a customer and an agreement. */
const LeadEnquiries = loadable(
  async () => (await import('../features/contacts/components/lead-enquiries.tsx')).LeadEnquiries,
)
const LeadCustomer = loadable(
  async () => (await import('../features/customer-records/components/lead-customer.tsx')).LeadCustomer,
)
const LeadAgreement = loadable(
  async () => (await import('../features/agreements/office/lead-agreement.tsx')).LeadAgreement,
)

/** Loaded when Papirkurv is opened. */
const LeadTrashDialog = loadable(
  async () => (await import('../features/undo/components/lead-trash-dialog.tsx')).LeadTrashDialog,
)

/** Loaded when the first record is opened. */
const LeadTimeline = loadable(
  async () => (await import('../features/lead-timeline/components/lead-timeline.tsx')).LeadTimeline,
)

const adminLinks = [{ label: 'Administrasjon', path: '/admin' }]

/**
 * Shows the leads system. Without a session, redirects to the login; if the session expires, shows the login on top. Checks access and
 * loads the list at the same time.
 */
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
  const { isExpired, owner, renew } = useRenewal()
  useLive(user !== undefined && !isExpired)
  const isRefused = isExpired || access.error instanceof SessionExpiredError
  if (isRefused && !user) return <Navigate to="/login" replace state={{ from }} />

  return (
    <TooltipProvider key={owner}>
      <OfficeHeader
        area="leads"
        home="/leads"
        links={user?.role === 'admin' ? adminLinks : []}
        user={user}
        logout={logout}
        onLoggedOut={onLoggedOut}
      />
      <main tabIndex={-1} className="outline-none">
        <h1 className="sr-only">Leads</h1>
        <LeadsPage
          canOwn={user === undefined || hasAccount(user)}
          canEditReasons={user?.role === 'admin'}
          extrasOf={({ id, customer_id }) => (
            <>
              <LeadEnquiries leadId={id} canOpen={user?.role === 'admin'} />
              {customer_id !== null && user?.role === 'admin' && <LeadCustomer customerId={customer_id} />}
              {customer_id !== null && <LeadAgreement leadId={id} canOpen={user?.role === 'admin'} />}
            </>
          )}
          onOpenTrash={() => setTrashOpen(true)}
          timelineOf={({ id, version }) => <LeadTimeline leadId={id} version={version} />}
        />
      </main>
      {isTrashOpen && <LeadTrashDialog onClose={() => setTrashOpen(false)} />}
      {isExpired && user && <SessionRenewal user={user} onRenewed={renew} />}
    </TooltipProvider>
  )
}
