import { maxListRows } from '@kontor/contract/shared/paging'
import type { ReactNode } from 'react'
import { errorText } from '../../platform/api-client.ts'
import { formatNumber } from '../../platform/format.ts'
import { Skeleton } from '../base/skeleton.tsx'
import { DismissibleNotice, ErrorState, Notice } from '../base/states.tsx'
import { useHeld } from '../form/use-held.ts'

const rows = ['w-[92%]', 'w-[78%]', 'w-[86%]', 'w-[70%]', 'w-[88%]', 'w-[74%]', 'w-[82%]', 'w-[68%]']

interface ListSkeletonProps {
  /** Names the list for screen readers. */
  readonly label: string
  /** True if rows begin with a checkbox. */
  readonly selectable?: boolean
  readonly cards?: boolean
}

/** Placeholder for a loading list, in its shape. */
export function ListSkeleton({ label, selectable = false, cards = false }: ListSkeletonProps) {
  if (cards) {
    return (
      <div role="status" className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        <span className="sr-only">{label}</span>
        {rows.map((width) => (
          <Skeleton key={width} className="h-52 rounded-md" />
        ))}
      </div>
    )
  }
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="border-rule border-t">
        {rows.map((width) => (
          <div key={width} className="flex h-10 items-center gap-5 border-rule border-b px-2.5 max-md:h-20">
            {selectable && <Skeleton className="size-4 shrink-0" />}
            <Skeleton className="h-3 w-24 shrink-0 max-md:hidden" />
            <Skeleton className={`h-3 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The part of a query that a list needs. */
interface ListQuery<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface ListTexts {
  readonly loading: string
  /** Title of the error shown in place of a list that could not be fetched. */
  readonly failed: string
  /** Shown above a list that could not be refetched. */
  readonly stale?: string
}

const defaultStaleText = 'Listen kunne ikke hentes på nytt og kan være gammel.'

export interface ListContentProps<Row> {
  readonly query: ListQuery<Row>
  readonly texts: ListTexts
  /** Shown instead of an empty list. */
  readonly empty: ReactNode
  readonly skeleton?: ReactNode
  /** A failure concerning an item of the list; shown until dismissed. */
  readonly problem?: string | null
  readonly onProblemClose?: () => void
  readonly children: (rows: readonly Row[]) => ReactNode
}

function ListState<Row>({ query, texts, empty, skeleton, children }: ListContentProps<Row>) {
  const { data, error, refetch } = query
  // Keeps the rows' forms when others delete the last row while something is typed.
  const wasEmpty = useHeld(!data?.length)
  if (data) return data.length === 0 && wasEmpty ? empty : children(data)
  if (error) return <ErrorState title={texts.failed} message={errorText(error)} onRetry={() => void refetch()} />
  return skeleton ?? <ListSkeleton label={texts.loading} />
}

/** A list with its notices. Keeps showing the old rows when a refetch fails. */
export function ListContent<Row>(props: ListContentProps<Row>) {
  const { query, texts, problem = null, onProblemClose } = props
  return (
    <>
      {query.data && query.error && (
        <Notice className="mb-4">
          {texts.stale ?? defaultStaleText} {errorText(query.error)}
        </Notice>
      )}
      {onProblemClose && <DismissibleNotice problem={problem} onClose={onProblemClose} />}
      {query.data && query.data.length >= maxListRows && (
        <Notice tone="warning" className="mb-4">
          Listen viser høyst de {formatNumber(maxListRows)} nyeste. Søk og filtre leter bare i dem.
        </Notice>
      )}
      <ListState {...props} />
    </>
  )
}

/** Adds the row count to a list's title, once known: `Kunder (12)`; `10 000+` when the list is truncated. `unit` follows the number. */
export const countedTitle = (title: string, rows: readonly unknown[] | undefined, unit = ''): string =>
  rows ? `${title} (${formatNumber(rows.length)}${rows.length >= maxListRows ? '+' : ''}${unit && ` ${unit}`})` : title
