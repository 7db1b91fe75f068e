import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../../platform/api-client.ts'
import { useUrlWriter } from '../../../platform/url-state.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileIcon, RefreshIcon } from '../../../ui/icons.tsx'
import { countedTitle, ListContent } from '../../../ui/list-content.tsx'
import { Select } from '../../../ui/select.tsx'
import { EmptyState, NoResults } from '../../../ui/states.tsx'
import { type Condition, conditionsQuery } from '../conditions.api.ts'
import { ConditionCards } from './condition-cards.tsx'
import { categoryOf, categoryOption, categoryOptions } from './condition-categories.ts'
import { ConditionDeleteDialog } from './condition-delete-dialog.tsx'
import { ConditionFormDialog } from './condition-form-dialog.tsx'

/** The dialog that is open over the list. */
type OpenDialog = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly condition: Condition }

const texts = { loading: 'Henter betingelser …', failed: 'Kunne ikke hente betingelsene' }
const allCategories = 'all'
const noConditions: readonly Condition[] = []

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

/** The category filter in the URL; null for all. */
const useCategory = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  return [params.get('category') || null, (category: string | null) => write({ category })] as const
}

export function ConditionList() {
  const query = useQuery(conditionsQuery)
  const { data, isFetching, refetch } = query
  const [category, setCategory] = useCategory()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const titleId = useId()
  const create = () => setDialog({ kind: 'create' })
  const empty = (
    <EmptyState
      icon={<FileIcon />}
      title="Ingen betingelser ennå"
      action={<AddButton onClick={create}>Opprett betingelse</AddButton>}
    >
      Standardbetingelser legges til i nye avtaler: betaling, levering, garanti og annet som gjelder hver gang.
    </EmptyState>
  )
  const cards = (conditions: readonly Condition[]) => {
    const shown = conditions.filter((condition) => category === null || condition.category === category)
    if (shown.length === 0) {
      return (
        <NoResults resetLabel="Vis alle kategorier" onReset={() => setCategory(null)}>
          Ingen betingelser har denne kategorien.
        </NoResults>
      )
    }
    return (
      <ConditionCards
        conditions={conditions}
        shown={shown}
        onEdit={(condition) => setDialog({ kind: 'edit', condition })}
        onDelete={(condition) => setDialog({ kind: 'delete', condition })}
      />
    )
  }

  return (
    <section aria-labelledby={titleId}>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2.5">
        <h3 id={titleId} className="mr-auto font-semibold text-base tracking-tight">
          {countedTitle('Betingelser', data)}
        </h3>
        <Select
          aria-label="Filtrer på kategori"
          value={category === null ? allCategories : categoryOption(category)}
          onValueChange={(option) => setCategory(option === allCategories ? null : categoryOf(option))}
          options={[
            { value: allCategories, label: 'Alle kategorier' },
            ...categoryOptions(data ?? noConditions, category),
          ]}
          className="w-44 max-sm:order-last max-sm:w-full"
        />
        <Button size="small" onClick={() => !isFetching && void refetch()} aria-disabled={isFetching}>
          <RefreshIcon />
          <span className="max-lg:sr-only">{isFetching ? 'Henter …' : 'Oppdater'}</span>
        </Button>
        <AddButton size="small" onClick={create}>
          Ny betingelse
        </AddButton>
      </div>
      <ListContent query={query} texts={texts} empty={empty} problem={problem} onProblemClose={() => setProblem(null)}>
        {cards}
      </ListContent>
      <Dialogs
        dialog={dialog}
        conditions={data ?? noConditions}
        onClose={() => setDialog(null)}
        onDeleted={(failure) =>
          setProblem(failure === null ? null : `Betingelsen ble ikke slettet. ${errorText(failure)}`)
        }
      />
    </section>
  )
}
