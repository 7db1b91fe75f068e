import { trashDays } from '@kontor/contract/undo/undo.rules'
import { Link, useLocation } from 'react-router'

/** Says for how long a deletion can be undone; in the panel, links to the trash. */
export function UndoHint() {
  const inPanel = useLocation().pathname.startsWith('/admin')
  return (
    <>
      Kan angres i {trashDays} dager fra{' '}
      {inPanel ? (
        <Link
          to="/admin?tab=settings&section=papirkurv"
          className="rounded-sm font-medium text-fjord underline underline-offset-2 hover:text-fjord-deep"
        >
          Papirkurv
        </Link>
      ) : (
        'Papirkurv'
      )}
      .
    </>
  )
}
