import { trashDays } from '@kontor/contract/trash/trash.rules'
import { Link, useLocation } from 'react-router'

/** Says how long a deletion can be undone, with a link to where; the leads have that in a menu. */
export function UndoHint() {
  const inLeads = useLocation().pathname.startsWith('/leads')
  return (
    <>
      Kan angres i {trashDays} dager fra{' '}
      {inLeads ? (
        'Papirkurv'
      ) : (
        <Link
          to="/admin?tab=settings&section=papirkurv"
          className="rounded-sm font-medium text-fjord underline underline-offset-2 hover:text-fjord-deep"
        >
          Papirkurv
        </Link>
      )}
      .
    </>
  )
}
