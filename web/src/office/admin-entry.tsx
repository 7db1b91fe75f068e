import { AdminGate } from '../features/session/components/admin-gate.tsx'
import { AdminLayout } from './screens.ts'

/** The panel behind its login. The login is sent without the panel. */
export function AdminEntry() {
  return (
    <AdminGate>
      <AdminLayout />
    </AdminGate>
  )
}
