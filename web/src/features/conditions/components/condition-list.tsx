import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useUrlWriter } from '../../../platform/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { FileIcon, FilterIcon, PlusIcon, RefreshIcon } from '../../../ui/icons.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { Select } from '../../../ui/select.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/states.tsx'
import { type Condition, conditionsQuery } from '../conditions.api.ts'
import { ConditionCards } from './condition-cards.tsx'
import { categoryOf, categoryOption, categoryOptions } from './condition-categories.tsx'
import { ConditionDeleteDialog } from './condition-delete-dialog.tsx'
import { ConditionFormDialog } from './condition-form-dialog.tsx'

/** The one dialog that is open over the list. */
type OpenDialog = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly condition: Condition }

const all = 'all'
const none: readonly Condition[] = []

interface DialogsProps {
  readonly dialog: OpenDialog | null
  readonly conditions: readonly Condition[]
  readonly onClose: () => void
  readonly onDeleted: (error: unknown) => void
}

function Dialogs({ dialog, conditions, onClose, onDeleted }: DialogsProps) {
  if (dialog === null) return null
  if (dialog.kind === 'create') return <ConditionFormDialog conditions={conditions} onClose={onClose} />
  if (dialog.kind === 'edit') {
    return <ConditionFormDialog condition={dialog.condition} conditions={conditions} onClose={onClose} />
  }
  const done = (error: unknown) => {
    onClose()
    onDeleted(error)
  }
  return <ConditionDeleteDialog condition={dialog.condition} onDone={done} onCancel={onClose} />
}

/** The category that the URL holds; null for all. */
const useCategory = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  return [params.get('category') || null, (category: string | null) => write({ category })] as const
}

/** The standard conditions, as a section of a screen. */
export function ConditionList() {
  const { data, error, isFetching, refetch } = useQuery(conditionsQuery)
  const [category, setCategory] = useCategory()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const titleId = useId()
  const fetchAgain = () => void refetch()
  const create = () => setDialog({ kind: 'create' })
  const shown = (data ?? none).filter((condition) => category === null || condition.category === category)

  let content: ReactNode = <ListSkeleton label="Henter betingelser …" />
  if (data?.length === 0) {
    content = (
      <EmptyState
        icon={<FileIcon />}
        title="Ingen betingelser ennå"
        action={
          <Button variant="primary" onClick={create}>
            <PlusIcon /> Opprett betingelse
          </Button>
        }
      >
        Standardbetingelser legges til i nye avtaler: betaling, levering, garanti og annet som gjelder hver gang.
      </EmptyState>
    )
  } else if (data && shown.length === 0) {
    content = (
      <EmptyState
        icon={<FilterIcon />}
        title="Ingen resultater funnet"
        action={
          <Button size="small" onClick={() => setCategory(null)}>
            Vis alle kategorier
          </Button>
        }
      >
        Ingen betingelser har denne kategorien.
      </EmptyState>
    )
  } else if (data) {
    content = (
      <ConditionCards
        conditions={data}
        shown={shown}
        onEdit={(condition) => setDialog({ kind: 'edit', condition })}
        onDelete={(condition) => setDialog({ kind: 'delete', condition })}
      />
    )
  } else if (error) {
    content = <ErrorState title="Kunne ikke hente betingelsene" message={errorText(error)} onRetry={fetchAgain} />
  }

  return (
    <section aria-labelledby={titleId}>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2.5">
        <h3 id={titleId} className="mr-auto font-semibold text-base tracking-tight">
          {data ? `Betingelser (${formatNumber(data.length)})` : 'Betingelser'}
        </h3>
        <Select
          aria-label="Filtrer på kategori"
          value={category === null ? all : categoryOption(category)}
          onValueChange={(option) => setCategory(option === all ? null : categoryOf(option))}
          options={[{ value: all, label: 'Alle kategorier' }, ...categoryOptions(data ?? none, category)]}
          className="w-44 max-sm:order-last max-sm:w-full"
        />
        <Button size="small" onClick={() => !isFetching && fetchAgain()} aria-disabled={isFetching}>
          <RefreshIcon />
          <span className="max-lg:sr-only">{isFetching ? 'Henter …' : 'Oppdater'}</span>
        </Button>
        <Button size="small" variant="primary" onClick={create}>
          <PlusIcon /> Ny betingelse
        </Button>
      </div>
      {problem && (
        <div className="mb-3">
          <Notice onClose={() => setProblem(null)}>{problem}</Notice>
        </div>
      )}
      {data && error && (
        <div className="mb-3">
          <Notice>Listen kunne ikke hentes på nytt og kan være gammel. {errorText(error)}</Notice>
        </div>
      )}
      {content}
      <Dialogs
        dialog={dialog}
        conditions={data ?? none}
        onClose={() => setDialog(null)}
        onDeleted={(failure) =>
          setProblem(failure === null ? null : `Betingelsen ble ikke slettet. ${errorText(failure)}`)
        }
      />
    </section>
  )
}
