import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '../../../platform/format.ts'
import { useUrlWriter } from '../../../platform/url-state.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { FileIcon, RefreshIcon } from '../../../ui/icons.tsx'
import { countedTitle, ListContent } from '../../../ui/list-content.tsx'
import { EmptyState, NoResults } from '../../../ui/states.tsx'
import { useListDialog } from '../../../ui/use-list-dialog.ts'
import { type Condition, conditionsQuery, useDeleteCondition } from '../conditions.api.ts'
import { ConditionCards } from './condition-cards.tsx'
import { ConditionFormDialog, categoryOptions } from './condition-form-dialog.tsx'

type OpenDialog =
  | { readonly kind: 'form'; readonly condition?: Condition }
  | { readonly kind: 'delete'; readonly condition: Condition }

const texts = { loading: 'Henter betingelser …', failed: 'Kunne ikke hente betingelsene' }
const keepersText = (count: number): string => (count === 1 ? 'Avtalen' : `De ${formatNumber(count)} avtalene`)

export function ConditionList() {
  const query = useQuery(conditionsQuery)
  const { data, isFetching, refetch } = query
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const category = params.get('category') || null
  const { dialog, setDialog, close, ending, notice } = useListDialog<OpenDialog>()
  const remove = useDeleteCondition()
  const titleId = useId()
  const create = () => setDialog({ kind: 'form' })
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
        <NoResults resetLabel="Vis alle kategorier" onReset={() => write({ category: null })}>
          Ingen betingelser har denne kategorien.
        </NoResults>
      )
    }
    return (
      <ConditionCards
        conditions={conditions}
        shown={shown}
        onEdit={(condition) => setDialog({ kind: 'form', condition })}
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
        <FilterSelect
          label="Filtrer på kategori"
          allLabel="Alle kategorier"
          options={categoryOptions(data ?? [], category)}
          value={category}
          onChange={(next) => write({ category: next })}
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
      <ListContent query={query} texts={texts} empty={empty} {...notice}>
        {cards}
      </ListContent>
      {dialog?.kind === 'form' && (
        <ConditionFormDialog condition={dialog.condition} conditions={data ?? []} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title="Slette betingelsen?"
          remove={() => remove.mutateAsync(dialog.condition.id)}
          deleted={{ title: 'Betingelse slettet', description: dialog.condition.name }}
          failed="Kunne ikke slette betingelse"
          problem="Betingelsen ble ikke slettet."
          {...ending}
        >
          <p>
            <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{dialog.condition.name}</strong> blir
            slettet for godt. Det kan ikke angres.
          </p>
          {dialog.condition.usageCount > 0 && (
            <p className="mt-2">
              {keepersText(dialog.condition.usageCount)} som bruker den, beholder teksten slik den er.
            </p>
          )}
        </DeleteDialog>
      )}
    </section>
  )
}
