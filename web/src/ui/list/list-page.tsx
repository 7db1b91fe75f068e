import type { ReactNode } from 'react'
import { useIsLive } from '../../platform/live.ts'
import { Button } from '../base/button.tsx'
import { cx } from '../base/cx.ts'
import { RefreshIcon } from '../base/icons.tsx'
import { Page } from '../base/page.tsx'
import { Notice } from '../base/states.tsx'
import { ListContent, type ListContentProps } from './list-content.tsx'

interface RefreshButtonProps {
  readonly refreshing: boolean
  readonly onRefresh: () => void
  /** True to show only an icon, except on wide screens. */
  readonly compact: boolean
}

interface ListPageProps {
  readonly title: string
  readonly refreshing: boolean
  readonly onRefresh: () => void
  /** Search and filters (`ListControls`). */
  readonly controls?: ReactNode
  /** True if there are many controls: below 100rem they get a line of their own. */
  readonly manyControls?: boolean
  /** Rare actions (`ListMenu`), after any button that belongs next to the menu. */
  readonly menu?: ReactNode
  /** The main action, the only filled button. */
  readonly primary?: ReactNode
  /** A problem with the listed rows. */
  readonly problem?: string
  readonly children: ReactNode
}

/** Refetches a list; shown only while changes by others don't arrive. */
export function RefreshButton({ refreshing, onRefresh, compact }: RefreshButtonProps) {
  if (useIsLive()) return null
  const label = (text: string) => (
    <>
      <RefreshIcon />
      <span className={compact ? 'max-2xl:sr-only' : 'max-sm:sr-only'}>{text}</span>
    </>
  )
  return (
    <Button
      onClick={() => !refreshing && onRefresh()}
      working={refreshing}
      workingLabel={label('Henter …')}
      className={compact ? 'max-2xl:w-9 max-2xl:px-0!' : ''}
    >
      {label('Oppdater')}
    </Button>
  )
}

/** A screen with a single list. One row above it has title, search, filters, menu and main action; narrow windows need two rows. */
export function ListPage(props: ListPageProps) {
  const { title, refreshing, onRefresh, controls, manyControls = false, menu, primary, problem, children } = props
  const besideTitle = manyControls
    ? 'min-[100rem]:order-none min-[100rem]:ml-3 min-[100rem]:flex-1 min-[100rem]:basis-0'
    : 'lg:order-none lg:ml-3 lg:flex-1 lg:basis-0'
  return (
    <Page dense>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 truncate font-semibold text-lg tracking-tight">{title}</h2>
        {controls && (
          <div className={cx('order-last flex min-w-0 basis-full items-center', besideTitle)}>{controls}</div>
        )}
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2">
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} compact />
          {menu}
          {primary}
        </div>
      </div>
      {problem && <Notice className="mb-3">{problem}</Notice>}
      {children}
    </Page>
  )
}

export interface QueryListPageProps<Row>
  extends ListContentProps<Row>,
    Pick<ListPageProps, 'title' | 'controls' | 'menu' | 'primary'> {
  /** Rendered whatever the state of the list. */
  readonly dialogs?: ReactNode
}

/**
 * A screen with a single list. Shows a skeleton, rows, an empty state or an error, depending on the query. An empty list has nothing beside
 * its title: the empty state offers what can be done.
 */
export function QueryListPage<Row>(props: QueryListPageProps<Row>) {
  const { title, controls, menu, primary, dialogs, ...list } = props
  const { data, isFetching, refetch } = list.query
  const isEmpty = data?.length === 0
  return (
    <ListPage
      title={title}
      refreshing={isFetching}
      onRefresh={() => void refetch()}
      controls={!isEmpty && controls}
      menu={!isEmpty && menu}
      primary={!isEmpty && primary}
    >
      <ListContent {...list} />
      {dialogs}
    </ListPage>
  )
}
