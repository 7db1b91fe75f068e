import type { SessionUser } from '@kontor/contract/session/session.schema'
import { Link } from 'react-router'
import { errorText } from '../platform/api-client.ts'
import { officeCompany as company } from '../platform/office-company.ts'
import { Button } from '../ui/base/button.tsx'
import { LogoutIcon } from '../ui/base/icons.tsx'
import { useMediaQuery } from '../ui/base/use-media-query.ts'
import { mayLeave } from '../ui/form/unsaved.ts'
import { toastError } from '../ui/toast/failure-toast.ts'
import { AccountMenu, type PlaceLink } from './account-menu.tsx'
import { OfficeSearch } from './office-search.tsx'

interface LogOutOptions {
  readonly logout: { readonly isPending: boolean; readonly mutateAsync: () => Promise<unknown> }
  readonly onLoggedOut?: () => void
}

/** Logs out, unless a logout is in progress or the user keeps unsaved changes. If the logout fails, a toast says why. */
const logOut = async ({ logout, onLoggedOut }: LogOutOptions): Promise<void> => {
  if (logout.isPending || !(await mayLeave())) return
  try {
    await logout.mutateAsync()
    onLoggedOut?.()
  } catch (error) {
    toastError(error, `Kunne ikke logge ut: ${errorText(error)}`, () =>
      logOut({ logout, ...(onLoggedOut && { onLoggedOut }) }),
    )
  }
}

interface OfficeHeaderProps extends LogOutOptions {
  readonly area: 'administrasjon' | 'leads'
  readonly home: string
  readonly links: readonly PlaceLink[]
  readonly user: SessionUser | undefined
}

/** The header of the panel and of leads. On narrow screens its links and the logout are in the account's menu. */
export function OfficeHeader({ area, home, links, user, ...leaving }: OfficeHeaderProps) {
  const isWide = useMediaQuery('(min-width: 48rem)')
  const leave = () => void logOut(leaving)
  return (
    <header className="border-rule border-b">
      <div className="mx-auto flex min-h-13 max-w-page items-center gap-x-1 px-4 py-2 sm:px-7">
        <Link to={home} className="mr-auto min-w-0 rounded-sm font-semibold tracking-tight [overflow-wrap:anywhere]">
          {company.shortName} <span className="font-normal text-soft">{area}</span>
        </Link>
        {isWide && links.length > 0 && (
          <nav aria-label="Andre skjermbilder" className="flex shrink-0 items-center">
            {links.map(({ label, path }) => (
              <Button key={path} asChild variant="quiet" size="small">
                <Link to={path}>{label}</Link>
              </Button>
            ))}
          </nav>
        )}
        {user && <OfficeSearch userRole={user.role} onLogOut={leave} />}
        <AccountMenu user={user} links={links} isWide={isWide} onLogOut={leave} />
        {isWide && (
          <Button size="small" className="ml-1" onClick={leave} aria-disabled={leaving.logout.isPending}>
            <LogoutIcon /> Logg ut
          </Button>
        )}
      </div>
    </header>
  )
}
