import { company } from '@kontor/contract/shared/company'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from 'react-router'
import { sessionQuery, useLogout } from '../features/session/session.api.ts'
import { errorText, SessionExpiredError } from '../platform/api-client.ts'
import { useDocumentTitle } from '../platform/document-title.ts'
import { Button } from '../ui/button.tsx'
import { LogoutIcon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast-store.ts'
import { ComingScreen } from './coming-screen.tsx'

function LogoutButton() {
  const navigate = useNavigate()
  const logout = useLogout()
  const leave = () => {
    if (logout.isPending) return
    logout.mutate(undefined, {
      onSuccess: () => navigate('/login'),
      onError: (error) =>
        toast({ title: 'Feil', description: `Kunne ikke logge ut: ${errorText(error)}`, variant: 'destructive' }),
    })
  }
  return (
    <Button size="small" onClick={leave} aria-disabled={logout.isPending}>
      <LogoutIcon /> Logg ut
    </Button>
  )
}

/** The leads system: asks who is there first, and sends nobody to the login. */
export function LeadsLayout() {
  useDocumentTitle('Leads')
  const { data: user, error, refetch } = useQuery(sessionQuery)
  if (error instanceof SessionExpiredError) return <Navigate to="/login" replace />

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
          <LogoutButton />
        </div>
      </header>
      <main>
        <h1 className="sr-only">Leads</h1>
        {error ? (
          <Page>
            <ErrorState title="Kunne ikke åpne leads" message={errorText(error)} onRetry={() => void refetch()} />
          </Page>
        ) : user ? (
          <ComingScreen
            title="Leads"
            points={[
              'Liste over leads med søk, filter og sortering',
              'Oppslag i Enhetsregisteret når du legger til et lead',
              'Import og eksport av regneark',
            ]}
          />
        ) : (
          <Page>
            <Skeleton className="mt-10 h-8 w-48" />
          </Page>
        )}
      </main>
    </>
  )
}
