import { conditionCategoryLabel } from '@kontor/contract/conditions/conditions.rules'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../../platform/api-client.ts'
import { counted, formatNumber } from '../../../platform/format.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { useUrlWriter } from '../../../platform/url-state.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Badge } from '../../../ui/base/badge.tsx'
import { IconButton } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { ArrowDownIcon, ArrowUpIcon, FileIcon } from '../../../ui/base/icons.tsx'
import { DismissibleNotice, EmptyState, NoResults } from '../../../ui/base/states.tsx'
import { Tooltip } from '../../../ui/base/tooltip.tsx'
import { useScrolls } from '../../../ui/base/use-scrolls.ts'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { DragHandle } from '../../../ui/form/drag-handle.tsx'
import { useDragOrder } from '../../../ui/form/use-drag-order.ts'
import { useItemMoves } from '../../../ui/form/use-item-moves.ts'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { countedTitle, ListContent } from '../../../ui/list/list-content.tsx'
import { RefreshButton } from '../../../ui/list/list-page.tsx'
import { ActiveBadge } from '../../../ui/table/column-cells.tsx'
import { EditAndDelete, editAndDelete, RowMenu } from '../../../ui/table/row-action.tsx'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import { type Condition, conditionsQuery, useDeleteCondition, useOrderConditions } from '../conditions.api.ts'
import { ConditionFormDialog, categoryOptions } from './condition-form-dialog.tsx'

type Direction = 'up' | 'down'

const usageText = (count: number): string =>
  count === 0 ? 'Ikke brukt i noen avtale' : `Brukt i ${counted(count, 'avtale', 'avtaler')}`

interface ConditionCardProps {
  readonly condition: Condition
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (direction: Direction) => void
  readonly onEdit: () => void
  readonly onDelete: () => void
  /** Attributes of the list item, with the handlers for dragging it and moving it by keys. */
  readonly place: ComponentProps<'li'>
  readonly handle: ReactNode
}

function MoveButton({
  condition,
  direction,
  disabled,
  onMove,
}: Pick<ConditionCardProps, 'condition' | 'onMove'> & { direction: Direction; disabled: boolean }) {
  const word = direction === 'up' ? 'opp' : 'ned'
  return (
    <Tooltip text={`Flytt ${word}`}>
      <IconButton
        label={`Flytt ${condition.name} ${word}`}
        icon={direction === 'up' ? <ArrowUpIcon /> : <ArrowDownIcon />}
        aria-disabled={disabled}
        onClick={() => !disabled && onMove(direction)}
      />
    </Tooltip>
  )
}

function Content({ condition }: { condition: Condition }) {
  const [open, setOpen] = useState(false)
  const [textRef, truncated] = useScrolls()
  const id = useId()
  return (
    <>
      <div
        ref={textRef}
        id={id}
        className={cx(
          'max-w-[75ch] whitespace-pre-line text-sm leading-relaxed [overflow-wrap:anywhere]',
          !open && 'line-clamp-3',
        )}
      >
        {condition.content}
      </div>
      {(truncated || open) && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="self-start rounded-sm py-1 font-medium text-[0.8125rem] text-fjord-deep underline underline-offset-2"
        >
          {open ? 'Vis mindre' : 'Vis hele teksten'}
          <span className="sr-only"> i {condition.name}</span>
        </button>
      )}
    </>
  )
}

function ConditionCard(props: ConditionCardProps) {
  const { condition, isFirst, isLast, onMove, onEdit, onDelete, place, handle } = props
  const { name, isActive, isDefault, category, sortOrder, usageCount } = condition
  return (
    <li
      {...place}
      className="flex flex-col gap-1.5 rounded-md border border-rule bg-surface px-4 py-3 data-drop-target:bg-fjord-tint"
    >
      <div className="flex items-start gap-x-3">
        {handle}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h4 className="font-semibold text-[0.9375rem] leading-snug [overflow-wrap:anywhere]">{name}</h4>
          <span className="flex flex-wrap items-center gap-1.5 text-[0.8125rem]">
            <ActiveBadge isActive={isActive} />
            {isDefault && <Badge tone="accent">Standard</Badge>}
            <Badge>{conditionCategoryLabel(category)}</Badge>
          </span>
        </div>
        <span className="-my-1 -mr-1.5 flex items-center gap-0.5 max-sm:hidden">
          <MoveButton condition={condition} direction="up" disabled={isFirst} onMove={onMove} />
          <MoveButton condition={condition} direction="down" disabled={isLast} onMove={onMove} />
          <EditAndDelete of={name} onEdit={onEdit} onDelete={onDelete} />
        </span>
        <span className="-my-1.5 -mr-2 sm:hidden">
          <RowMenu
            of={name}
            items={[
              ...(isFirst ? [] : [{ label: 'Flytt opp', icon: <ArrowUpIcon />, onSelect: () => onMove('up') }]),
              ...(isLast ? [] : [{ label: 'Flytt ned', icon: <ArrowDownIcon />, onSelect: () => onMove('down') }]),
              ...editAndDelete({ onEdit, onDelete }),
            ]}
          />
        </span>
      </div>
      <Content condition={condition} />
      <p className="text-[0.8125rem] text-soft">
        Rekkefølge: <Figures text={formatNumber(sortOrder)} /> · {usageText(usageCount)}
      </p>
    </li>
  )
}

interface ConditionCardsProps {
  readonly conditions: readonly Condition[]
  readonly shown: readonly Condition[]
  readonly onEdit: (condition: Condition) => void
  readonly onDelete: (condition: Condition) => void
}

/** Returns the ids of all conditions after the shown ones were reordered. Hidden conditions keep their places. */
const reorderedIds = (conditions: readonly Condition[], shown: readonly Condition[]): number[] => {
  const ids = new Set(shown.map(({ id }) => id))
  const next = ids.values()
  return conditions.map(({ id }) => (ids.has(id) ? (next.next().value ?? id) : id))
}

function ConditionCards({ conditions, shown, onEdit, onDelete }: ConditionCardsProps) {
  const order = useOrderConditions()
  const toastFailure = useFailureToast()
  const [problem, setProblem] = useState<string | null>(null)

  const saveIds = (ids: number[], onSaved?: () => void) => {
    setProblem(null)
    order.mutate(ids, {
      ...(onSaved && { onSuccess: onSaved }),
      onError: (error) => {
        setProblem(`Rekkefølgen ble ikke lagret. ${errorText(error)}`)
        toastFailure(error, 'Kunne ikke oppdatere betingelse', () => saveIds(ids, onSaved))
      },
    })
  }
  const saveOrder = (ordered: readonly Condition[], onSaved?: () => void) =>
    saveIds(reorderedIds(conditions, ordered), onSaved)
  const drag = useDragOrder(shown, saveOrder)
  const moves = useItemMoves(shown, saveOrder, ({ name }, place) => `${name} er nå nummer ${place} av ${shown.length}.`)

  return (
    <>
      <DismissibleNotice problem={problem} onClose={() => setProblem(null)} />
      <p role="status" className="sr-only">
        {moves.announcement}
      </p>
      <ul className="flex flex-col gap-2">
        {shown.map((condition, index) => (
          <ConditionCard
            key={condition.id}
            condition={condition}
            isFirst={index === 0}
            isLast={index === shown.length - 1}
            onMove={(direction) => moves.move(index, direction === 'up' ? -1 : 1)}
            place={{ ...drag.target(index), ...moves.keysOf(index) }}
            handle={
              <span className="-my-1.5 flex">
                <DragHandle {...drag.handle(condition.id)} />
              </span>
            }
            onEdit={() => onEdit(condition)}
            onDelete={() => onDelete(condition)}
          />
        ))}
      </ul>
    </>
  )
}

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
        <div className="max-sm:order-last max-sm:basis-full">
          <FilterSelect
            label="Filtrer på kategori"
            allLabel="Alle kategorier"
            options={categoryOptions(data ?? [], category)}
            value={category}
            onChange={(next) => write({ category: next })}
          />
        </div>
        <RefreshButton refreshing={isFetching} onRefresh={() => void refetch()} compact />
        {data?.length !== 0 && <AddButton onClick={create}>Ny betingelse</AddButton>}
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
          version={dialog.condition.version}
          remove={(version) => remove.mutateAsync({ ...dialog.condition, version })}
          undo={{ kind: 'conditions', ids: [dialog.condition.id] }}
          deleted={{ title: 'Betingelse slettet', description: dialog.condition.name }}
          failed="Kunne ikke slette betingelse"
          problem="Betingelsen ble ikke slettet."
          {...ending}
        >
          <p>
            <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{dialog.condition.name}</strong> blir
            slettet. <UndoHint />
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
