import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { RefreshIcon } from './icons.tsx'
import { ListContent, type ListContentProps } from './list-content.tsx'
import { Page } from './page.tsx'
import { Notice } from './states.tsx'

interface ListPageProps {
  readonly title: string
  readonly refreshing: boolean
  readonly onRefresh: () => void
  /** What can be done with the list as a whole; the most important last. */
  readonly actions?: ReactNode
  /** What is wrong with the list that is shown. */
  readonly problem?: string
  readonly children: ReactNode
}

/** A screen that is one list. Nothing is fetched by itself, so there is a button for it. */
export function ListPage({ title, refreshing, onRefresh, actions, problem, children }: ListPageProps) {
  return (
    <Page>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2.5">
        <h2 className="mr-auto font-semibold text-lg tracking-tight sm:text-xl">{title}</h2>
        <Button size="small" onClick={() => !refreshing && onRefresh()} aria-disabled={refreshing}>
          <RefreshIcon />
          <span className={actions ? 'max-lg:sr-only' : 'max-sm:sr-only'}>{refreshing ? 'Henter …' : 'Oppdater'}</span>
        </Button>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {problem && (
        <div className="mb-4">
          <Notice>{problem}</Notice>
        </div>
      )}
      {children}
    </Page>
  )
}

interface QueryListPageProps<Row> extends ListContentProps<Row> {
  readonly title: string
  readonly actions?: ReactNode
  /** What opens over the list, whichever state it is in. */
  readonly dialogs?: ReactNode
}

/** A screen that is one list, from its query: skeleton, rows, nothing yet, or why it could not be fetched. */
export function QueryListPage<Row>({ title, actions, dialogs, ...list }: QueryListPageProps<Row>) {
  const { isFetching, refetch } = list.query
  return (
    <ListPage title={title} refreshing={isFetching} onRefresh={() => void refetch()} actions={actions}>
      <ListContent {...list} />
      {dialogs}
    </ListPage>
  )
}
