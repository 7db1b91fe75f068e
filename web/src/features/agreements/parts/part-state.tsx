import { errorText } from '../../../platform/api-client.ts'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { ErrorState } from '../../../ui/base/states.tsx'

interface PartStateProps {
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown }
  readonly height?: 'h-16' | 'h-24'
  readonly failed: string
}

/** Shown instead of a part of an agreement that has not been fetched: a skeleton, or the failure. */
export function PartState({ query: { error, refetch }, height = 'h-24', failed }: PartStateProps) {
  if (!error) return <Skeleton className={`${height} w-full`} />
  return <ErrorState title={failed} message={errorText(error)} onRetry={() => void refetch()} />
}
