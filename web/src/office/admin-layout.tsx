import type { SessionUser } from '@kontor/contract/session/session.schema'
import { Outlet } from 'react-router'
import { useAdminLogout } from '../features/session/session.api.ts'
import { useAdminSession } from '../platform/session.ts'
import { TooltipProvider } from '../ui/base/tooltip.tsx'
import { OfficeHeader } from './office-header.tsx'

const links = [
  { label: 'Innstillinger', path: '/admin/settings' },
  { label: 'Leads System', path: '/leads' },
]

function AdminHeader() {
  const session = useAdminSession()
  const logout = useAdminLogout()
  const username = session.state === 'out' ? null : session.username
  const user: SessionUser =
    username === null ? { role: 'admin', username: 'admin' } : { role: 'admin', username, named: true }
  return <OfficeHeader area="administrasjon" home="/admin" links={links} user={user} logout={logout} />
}

export function AdminLayout() {
  return (
    <TooltipProvider>
      <AdminHeader />
      <Outlet />
    </TooltipProvider>
  )
}
