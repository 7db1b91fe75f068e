import { AdminGate } from '../features/session/components/admin-gate.tsx'
import { AdminLayout } from './screens.ts'

/** Shows the panel behind its login. The login view doesn't wait for the panel's code. */
export function AdminEntry() {
  return (
    <AdminGate>
      <AdminLayout />
    </AdminGate>
  )
}
