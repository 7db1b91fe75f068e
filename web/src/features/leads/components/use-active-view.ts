import { leadFieldNames } from '@kontor/contract/leads/leads.fields'
import { useQuery } from '@tanstack/react-query'
import type { ColumnVisibility } from '../../../ui/table/use-column-visibility.ts'
import { type LeadView, leadViewsQuery, type ShownView } from '../leads.views.api.ts'
import type { LeadListState } from './use-lead-list.ts'

/** Returns a view's columns as one string, to compare them. Leaves out the name, which is always shown. */
const fieldsOf = (columns: readonly string[]): string =>
  leadFieldNames.filter((field) => field !== 'company_name' && columns.includes(field)).join()

/** Returns the filters, sorting and columns of a stored view, without columns that no longer exist. */
export const storedIn = ({ q, status, industry, due, owner, sort, columns }: LeadView): ShownView => ({
  ...{ q, status, industry, due, owner, sort },
  columns: columns && leadFieldNames.filter((field) => columns.includes(field)),
})

const isShown = (view: LeadView, shown: ShownView): boolean =>
  (['q', 'status', 'industry', 'due', 'owner', 'sort'] as const).every((part) => view[part] === shown[part]) &&
  (view.columns === null || fieldsOf(view.columns) === fieldsOf(shown.columns ?? []))

/** Returns the active saved view, and whether the list now differs from it (`isChanged`). */
export const useActiveView = (list: LeadListState, visibility: ColumnVisibility) => {
  const views = useQuery(leadViewsQuery)
  const { page: _page, ...filter } = list.key
  const shown: ShownView = { ...filter, columns: leadFieldNames.filter((field) => !visibility.hidden.has(field)) }
  const active = views.data?.find(({ id }) => id === list.saved)

  const show = (view: LeadView) => {
    const { columns, ...stored } = storedIn(view)
    list.showSaved(view.id, stored)
    if (columns)
      visibility.setHidden(leadFieldNames.filter((field) => field !== 'company_name' && !columns.includes(field)))
  }
  return {
    views: views.data,
    error: views.error,
    active,
    shown,
    isChanged: active !== undefined && !isShown(active, shown),
    show,
    setSaved: list.setSaved,
  }
}

export type ActiveView = ReturnType<typeof useActiveView>
