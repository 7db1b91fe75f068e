import { maxListRows } from '@kontor/contract/shared/paging'
import type { ReactNode } from 'react'
import { errorText } from '../platform/api-client.ts'
import { formatNumber } from '../platform/format.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { DismissibleNotice, ErrorState, Notice } from './states.tsx'

/** What a list needs to know of the query that fetches its rows. */
export interface ListQuery<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** What a list says of itself while it is fetched and when that fails. */
export interface ListTexts {
  readonly loading: string
  /** The title of what stands in the place of a list that could not be fetched. */
  readonly failed: string
  /** What stands over a list that could not be fetched anew. */
  readonly stale?: string
}

const outdated = 'Listen kunne ikke hentes på nytt og kan være gammel.'

export interface ListContentProps<Row> {
  readonly query: ListQuery<Row>
  readonly texts: ListTexts
  /** What stands in the place of a list without rows. */
  readonly empty: ReactNode
  readonly skeleton?: ReactNode
  /** What went wrong with something in the list; stays until it is closed. */
  readonly problem?: string | null
  readonly onProblemClose?: () => void
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** The list in whichever state it is: on its way, empty, shown, not to be had. */
function ListState<Row>({ query, texts, empty, skeleton, children }: ListContentProps<Row>) {
  const { data, error, refetch } = query
  if (data) return data.length === 0 ? empty : children(data)
  if (error) return <ErrorState title={texts.failed} message={errorText(error)} onRetry={() => void refetch()} />
  return skeleton ?? <ListSkeleton label={texts.loading} />
}

/** A list and what is wrong with it: one that could not be fetched anew is still shown. */
export function ListContent<Row>(props: ListContentProps<Row>) {
  const { query, texts, problem = null, onProblemClose } = props
  return (
    <>
      {query.data && query.error && (
        <div className="mb-4">
          <Notice>
            {texts.stale ?? outdated} {errorText(query.error)}
          </Notice>
        </div>
      )}
      {onProblemClose && <DismissibleNotice problem={problem} onClose={onProblemClose} />}
      {query.data && query.data.length >= maxListRows && (
        <div className="mb-4">
          <Notice tone="warning">
            Listen viser høyst de {formatNumber(maxListRows)} nyeste. Søk og filtre leter bare i dem.
          </Notice>
        </div>
      )}
      <ListState {...props} />
    </>
  )
}

/**
 * A list's title with how many rows it has, once that is known: `Kunder (12)`; `10 000+` where there may be more than the list
 * holds. `unit` may follow the number.
 */
export const countedTitle = (title: string, rows: readonly unknown[] | undefined, unit = ''): string =>
  rows ? `${title} (${formatNumber(rows.length)}${rows.length >= maxListRows ? '+' : ''}${unit && ` ${unit}`})` : title
