import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { SkeletonRows } from '../../../ui/base/skeleton.tsx'
import { adminPasswordQuery, useChangeAdminPassword } from '../session.api.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Shows where the shared administrator's password is set, and lets users change it unless the environment sets it. */
export function AdminPasswordSection() {
  const query = useQuery(adminPasswordQuery)
  const change = useChangeAdminPassword()
  const [open, setOpen] = useState(false)

  return (
    <SettingsSection
      title="Administratorens passord"
      action={
        query.data?.setByEnvironment === false && (
          <Button size="small" onClick={() => setOpen(true)}>
            Bytt passord
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        loading="Henter hvor passordet er satt …"
        skeleton={<SkeletonRows height="h-13" widths={['w-72']} />}
        failed="Kunne ikke hente hvor passordet er satt"
      >
        {({ setByEnvironment }) => (
          <p className="border-rule border-y py-3 text-sm text-soft leading-relaxed">
            {setByEnvironment ? (
              <>
                Passordet er satt på serveren og kan bare byttes der, av den som drifter Kontor (
                <code className="text-ink">ADMIN_PASSWORD</code>).
              </>
            ) : (
              'Det du logger inn med her i panelet. Når du bytter det, blir du logget ut alle andre steder.'
            )}
          </p>
        )}
      </QueryState>
      {open && <PasswordDialog username="admin" onChange={change.mutateAsync} onClose={() => setOpen(false)} />}
    </SettingsSection>
  )
}
