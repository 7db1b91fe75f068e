import type { ReactNode } from 'react'
import { errorText } from '../../platform/api-client.ts'
import { Skeleton } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

interface QueryStateProps<Data> {
  readonly query: { readonly data?: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  /** Title of the failure. */
  readonly failed: string
  /** Announced while the data is fetched. */
  readonly loading?: string
  readonly skeleton?: ReactNode
  /** Renders the data. Omit it if this component is only rendered while there is no data. */
  readonly children?: (data: Data) => ReactNode
}

const bar = <Skeleton className="h-24 w-full" />

/** Shows a query's data, a skeleton while the data is fetched, or a failure with a button that tries again. */
export function QueryState<Data>({ query, failed, loading, skeleton = bar, children }: QueryStateProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children?.(data)
  if (error) return <ErrorState title={failed} message={errorText(error)} onRetry={() => void refetch()} />
  if (!loading) return skeleton
  return (
    <div role="status">
      <span className="sr-only">{loading}</span>
      {skeleton}
    </div>
  )
}
