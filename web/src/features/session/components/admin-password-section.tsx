import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { ErrorState } from '../../../ui/base/states.tsx'
import { adminPasswordQuery, useChangeAdminPassword } from '../session.api.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** The administrator's own password, which can be changed here unless the environment sets it. */
export function AdminPasswordSection() {
  const titleId = useId()
  const { data, error, refetch } = useQuery(adminPasswordQuery)
  const change = useChangeAdminPassword()
  const [open, setOpen] = useState(false)

  return (
    <section aria-labelledby={titleId}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="font-semibold text-base tracking-tight">
          Administratorens passord
        </h3>
        {data?.setByEnvironment === false && (
          <Button size="small" onClick={() => setOpen(true)}>
            Bytt passord
          </Button>
        )}
      </div>
      {!data && error && (
        <ErrorState
          title="Kunne ikke hente hvor passordet er satt"
          message={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div role="status" className="flex h-13 items-center border-rule border-y">
          <span className="sr-only">Henter hvor passordet er satt …</span>
          <Skeleton className="h-3.5 w-72" />
        </div>
      )}
      {data && (
        <p className="border-rule border-y py-3 text-sm text-soft leading-relaxed">
          {data.setByEnvironment ? (
            <>
              Passordet er satt på serveren og kan bare byttes der, av den som drifter Kontor (
              <code className="text-ink">ADMIN_PASSWORD</code>).
            </>
          ) : (
            'Det du logger inn med her i panelet. Når du bytter det, blir du logget ut alle andre steder.'
          )}
        </p>
      )}
      {open && <PasswordDialog username="admin" onChange={change.mutateAsync} onClose={() => setOpen(false)} />}
    </section>
  )
}
