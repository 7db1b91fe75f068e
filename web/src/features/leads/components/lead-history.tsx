import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../platform/api-client.ts'
import { formatDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { Button } from '../../../ui/button.tsx'
import { Figures } from '../../../ui/figures.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { leadHistoryQuery } from '../leads.api.ts'
import { StatusMark } from './lead-cells.tsx'

/** Who changed the status of a lead, when, from what and to what. */
export function LeadHistory({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(leadHistoryQuery(id))
  const now = useNow()
  return (
    <section aria-labelledby="lead-history" className="border-rule border-t pt-3 text-sm">
      <h3 id="lead-history" className="mb-2 font-semibold">
        Statushistorikk
      </h3>
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-danger">
          Kunne ikke hente historikken. {errorText(error)}
          <Button size="small" onClick={() => void refetch()}>
            Prøv igjen
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton className="h-4 w-64" />}
      {data?.length === 0 && <p className="text-soft">Statusen er ikke endret ennå.</p>}
      {data && data.length > 0 && (
        <ul className="flex flex-col">
          {data.map(({ id: change, from, to, changed_at, changed_by }) => (
            <li
              key={change}
              className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-rule border-t py-1.5 first:border-t-0"
            >
              <span className="flex items-center gap-1.5">
                {from} <span aria-hidden="true">→</span> <span className="sr-only">til</span> <StatusMark status={to} />{' '}
                {to}
              </span>
              <span className="text-[0.8125rem] text-soft">
                <time dateTime={changed_at} title={formatRelative(changed_at, now)}>
                  <Figures text={formatDateTime(changed_at)} />
                </time>
                {changed_by && ` · ${changed_by}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
