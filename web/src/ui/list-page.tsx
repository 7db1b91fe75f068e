import type { ReactNode } from 'react'
import { useIsLive } from '../platform/live.ts'
import { Button } from './button.tsx'
import { RefreshIcon } from './icons.tsx'
import { ListContent, type ListContentProps } from './list-content.tsx'
import { Page } from './page.tsx'
import { Notice } from './states.tsx'

interface RefreshButtonProps {
  readonly refreshing: boolean
  readonly onRefresh: () => void
  /** Only an icon on narrow screens. */
  readonly compact: boolean
}

interface ListPageProps {
  readonly title: string
  readonly refreshing: boolean
  readonly onRefresh: () => void
  /** Actions on the whole list; the primary one last. */
  readonly actions?: ReactNode
  /** A problem with the listed rows. */
  readonly problem?: string
  readonly children: ReactNode
}

/** Refetches a list; shown only while changes by others don't arrive. */
export function RefreshButton({ refreshing, onRefresh, compact }: RefreshButtonProps) {
  if (useIsLive()) return null
  return (
    <Button size="small" onClick={() => !refreshing && onRefresh()} aria-disabled={refreshing}>
      <RefreshIcon />
      <span className={compact ? 'max-lg:sr-only' : 'max-sm:sr-only'}>{refreshing ? 'Henter …' : 'Oppdater'}</span>
    </Button>
  )
}

/** A screen with a single list. */
export function ListPage({ title, refreshing, onRefresh, actions, problem, children }: ListPageProps) {
  return (
    <Page>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2.5">
        <h2 className="mr-auto font-semibold text-lg tracking-tight sm:text-xl">{title}</h2>
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} compact={Boolean(actions)} />
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {problem && <Notice className="mb-4">{problem}</Notice>}
      {children}
    </Page>
  )
}

interface QueryListPageProps<Row> extends ListContentProps<Row> {
  readonly title: string
  readonly actions?: ReactNode
  /** Rendered in every state of the list. */
  readonly dialogs?: ReactNode
}

/** A screen with a single list in its query's state: skeleton, rows, empty or error. */
export function QueryListPage<Row>({ title, actions, dialogs, ...list }: QueryListPageProps<Row>) {
  const { isFetching, refetch } = list.query
  return (
    <ListPage title={title} refreshing={isFetching} onRefresh={() => void refetch()} actions={actions}>
      <ListContent {...list} />
      {dialogs}
    </ListPage>
  )
}
