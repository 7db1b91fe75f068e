import { company } from '@kontor/contract/shared/company'
import { Link, Outlet } from 'react-router'
import { AdminGate } from '../features/session/components/admin-gate.tsx'
import { useAdminLogout } from '../features/session/session.api.ts'
import { errorText } from '../platform/api-client.ts'
import { Button } from '../ui/button.tsx'
import { LogoutIcon } from '../ui/icons.tsx'
import { toastFailure } from '../ui/toast-store.ts'

function LogoutButton() {
  const logout = useAdminLogout()
  const leave = () => {
    if (logout.isPending) return
    logout.mutate(undefined, {
      onError: (error) => toastFailure(`Kunne ikke logge ut: ${errorText(error)}`),
    })
  }
  return (
    <Button size="small" className="max-sm:px-2" onClick={leave} aria-disabled={logout.isPending}>
      <LogoutIcon className="size-4 shrink-0 max-sm:hidden" /> Logg ut
    </Button>
  )
}

export function AdminLayout() {
  return (
    <AdminGate>
      <header className="border-rule border-b">
        <div className="mx-auto flex min-h-13 max-w-360 flex-wrap items-center gap-x-1 gap-y-1 px-4 py-2 sm:px-7">
          <Link to="/admin" className="mr-auto rounded-sm font-semibold tracking-tight">
            {company.shortName} <span className="font-normal text-soft max-sm:sr-only">administrasjon</span>
          </Link>
          <nav aria-label="Administrasjon" className="flex items-center">
            <Button asChild variant="quiet" size="small" className="max-sm:px-2">
              <Link to="/admin/settings">Innstillinger</Link>
            </Button>
            <Button asChild variant="quiet" size="small" className="max-sm:px-2">
              <Link to="/leads">Leads System</Link>
            </Button>
          </nav>
          <LogoutButton />
        </div>
      </header>
      <Outlet />
    </AdminGate>
  )
}
