import { Link, Outlet } from 'react-router'
import { AdminGate } from '../features/session/components/admin-gate.tsx'
import { useAdminLogout } from '../features/session/session.api.ts'
import { officeCompany as company } from '../platform/office-company.ts'
import { Button } from '../ui/button.tsx'
import { logOut } from './log-out.ts'
import { LogoutButton } from './logout-button.tsx'
import { OfficeSearch } from './office-search.tsx'

export function AdminLayout() {
  const logout = useAdminLogout()
  return (
    <AdminGate>
      <header className="border-rule border-b">
        <div className="mx-auto flex min-h-13 max-w-page flex-wrap items-center gap-x-1 gap-y-1 px-4 py-2 sm:px-7">
          <Link to="/admin" className="mr-auto rounded-sm font-semibold tracking-tight">
            {company.shortName} <span className="font-normal text-soft max-sm:sr-only">administrasjon</span>
          </Link>
          <nav aria-label="Administrasjon" className="flex items-center">
            <Button asChild variant="quiet" size="small" className="max-sm:px-2">
              <Link to="/admin/settings">Innstillinger</Link>
            </Button>
            <Button asChild variant="quiet" size="small" className="max-sm:px-2">
              <Link to="/leads">
                <span>
                  Leads<span className="max-sm:sr-only"> System</span>
                </span>
              </Link>
            </Button>
          </nav>
          <OfficeSearch userRole="admin" onLogOut={() => void logOut({ logout })} />
          <LogoutButton logout={logout} compact />
        </div>
      </header>
      <Outlet />
    </AdminGate>
  )
}
