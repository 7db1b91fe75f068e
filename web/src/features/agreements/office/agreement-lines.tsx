import { defaultVatRate } from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber, formatOre, formatPercent } from '../../../platform/format.ts'
import { Button, IconButton } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { CloseIcon, EditIcon, PlusIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { DismissibleNotice } from '../../../ui/base/states.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { DragHandle } from '../../../ui/form/drag-handle.tsx'
import { MoveButtons } from '../../../ui/form/move-buttons.tsx'
import { useDragOrder } from '../../../ui/form/use-drag-order.ts'
import { useKeptRows } from '../../../ui/form/use-held.ts'
import { useItemMoves } from '../../../ui/form/use-item-moves.ts'
import { toastError } from '../../../ui/toast/failure-toast.ts'
import { type Agreement, type AgreementLine, linesQuery, useDeleteLine, useOrderLines } from '../agreements.api.ts'
import { SentNotice } from '../parts/sent-notice.tsx'
import { AgreementAmounts } from './agreement-amounts.tsx'
import { AgreementLineDialog } from './agreement-line-dialog.tsx'
import { LineHeads, LineRow } from './agreement-line-row.tsx'
import { amountsOf } from './agreement-line-values.ts'
import type { RowState } from './use-line-row.ts'

function FrozenLine({ line }: { line: AgreementLine }) {
  const { description, quantity, unitPrice, vatRate, totalPrice } = line
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rule border-b py-2.5">
      <div className="min-w-0 flex-1 basis-48 text-sm [overflow-wrap:anywhere]">
        <p className="whitespace-pre-line">{description}</p>
        <p className="mt-0.5 text-[0.8125rem] text-soft">
          {formatNumber(quantity)} × {formatOre(unitPrice)} · MVA {formatPercent(vatRate)}
        </p>
      </div>
      <p className="ml-auto text-right font-medium text-sm">
        <Figures text={formatOre(totalPrice)} />
      </p>
    </li>
  )
}

type OpenDialog =
  | { readonly kind: 'edit'; readonly lineId?: string }
  | { readonly kind: 'delete'; readonly line: AgreementLine }

const newLine = 'new'

const noLines: readonly AgreementLine[] = []

/** Holds the states of unsaved rows by line id, with a function that sets them. */
const useRowStates = () => {
  const [states, setStates] = useState<ReadonlyMap<string, NonNullable<RowState>>>(new Map())
  const report = useCallback((id: string, state: RowState) => {
    setStates((known) => {
      if (state === null && !known.has(id)) return known
      const next = new Map(known)
      if (state === null) next.delete(id)
      else next.set(id, state)
      return next
    })
  }, [])
  return [states, report] as const
}

/** Returns the amounts with the unsaved input. Without input, or while it is invalid, returns the stored amounts. */
const liveAmounts = (
  agreement: Agreement,
  lines: readonly AgreementLine[],
  states: ReadonlyMap<string, NonNullable<RowState>>,
): Pick<Agreement, 'totalAmount' | 'vatAmount'> => {
  if (states.size === 0) return agreement
  const added = states.get(newLine)?.values
  const typed = [...lines.map((line) => states.get(line.id)?.values ?? line), ...(added ? [added] : [])]
  return amountsOf(typed) ?? agreement
}

function LineActions({ name, move, onEdit, onDelete }: LineActionsProps) {
  return (
    <span className="-mr-1.5 flex max-[50rem]:w-full max-[50rem]:justify-end">
      <MoveButtons name={name} {...move} />
      <IconButton label={`Rediger linjen ${name}`} icon={<EditIcon />} onClick={onEdit} />
      <IconButton label={`Fjern linjen ${name}`} icon={<TrashIcon />} onClick={onDelete} />
    </span>
  )
}

interface LineActionsProps {
  readonly name: string
  readonly move: { readonly isFirst: boolean; readonly isLast: boolean; readonly onMove: (by: 1 | -1) => void }
  readonly onEdit: () => void
  readonly onDelete: () => void
}

interface AgreementLinesProps {
  readonly agreement: Agreement
  readonly frozen: boolean
}

export function AgreementLines({ agreement, frozen }: AgreementLinesProps) {
  const query = useQuery(linesQuery(agreement.id))
  const { data = noLines } = query
  const remove = useDeleteLine(agreement.id)
  const order = useOrderLines(agreement.id)
  const { dialog, setDialog, close, ending, notice, setProblem } = useListDialog<OpenDialog>()
  const [adding, setAdding] = useState(false)
  /** The number of times that the user began another new line after one was stored. */
  const [additions, setAdditions] = useState(0)
  const [states, report] = useRowStates()
  const { shown: lines, gone } = useKeptRows(data, { keyOf: ({ id }) => id, isKept: ({ id }) => states.has(id) })
  const vatRate = agreement.vatRate ?? defaultVatRate

  /** True if the user asked for another new line while one was open. The next one opens once that line is stored. */
  const wantsNext = useRef(false)
  const add = () => {
    wantsNext.current = adding
    setAdding(true)
  }
  const added = (goesOn: boolean) => {
    if (goesOn || wantsNext.current) setAdditions((count) => count + 1)
    else setAdding(false)
    wantsNext.current = false
  }

  const saveOrder = (ordered: readonly AgreementLine[], onSaved?: () => void) => {
    setProblem(null)
    const ids = ordered.filter((line) => !gone.includes(line)).map(({ id }) => id)
    order.mutateAsync({ ids, known: data.map(({ id }) => id) }).then(onSaved, (error) => {
      const failure = `Rekkefølgen ble ikke lagret. ${errorText(error)}`
      setProblem(failure)
      toastError(error, failure, () => saveOrder(ordered, onSaved))
    })
  }
  const drag = useDragOrder(lines, saveOrder)
  const moves = useItemMoves(
    lines,
    saveOrder,
    ({ description }, place) => `${description} er nå linje ${place} av ${lines.length}.`,
  )

  if (!query.data) return <QueryState query={query} failed="Kunne ikke hente produktlinjene" />
  const amounts = (
    <AgreementAmounts
      amounts={liveAmounts(agreement, data, states)}
      className={cx('mt-3 ml-auto w-full sm:w-64', !frozen && 'min-[50rem]:mr-32.5')}
    />
  )
  if (frozen) {
    return (
      <>
        {data.length === 0 && <p className="mb-3 text-soft text-sm">Ingen produktlinjer ennå.</p>}
        <ul>
          {data.map((line) => (
            <FrozenLine key={line.id} line={line} />
          ))}
        </ul>
        {amounts}
      </>
    )
  }
  return (
    <>
      <DismissibleNotice problem={notice.problem} onClose={notice.onProblemClose} />
      <p role="status" className="sr-only">
        {moves.announcement}
      </p>
      {lines.length === 0 && !adding && <p className="mb-3 text-soft text-sm">Ingen produktlinjer ennå.</p>}
      {(lines.length > 0 || adding) && <LineHeads className="pr-32.5 pl-6" />}
      <ul>
        {lines.map((line, index) => (
          <li
            key={line.id}
            {...drag.target(index)}
            {...moves.keysOf(index)}
            className="flex items-start gap-2 border-rule border-b py-2 data-drop-target:bg-fjord-tint"
          >
            <DragHandle {...drag.handle(line.id)} />
            <LineRow
              agreementId={agreement.id}
              line={line}
              isGone={gone.includes(line)}
              name={`Linje ${index + 1}`}
              vatRate={vatRate}
              onStateChange={(state) => report(line.id, state)}
              actions={(leave) => (
                <LineActions
                  name={line.description}
                  move={{
                    isFirst: index === 0,
                    isLast: index === lines.length - 1,
                    onMove: (by) => moves.move(index, by),
                  }}
                  onEdit={async () => {
                    if (await leave()) setDialog({ kind: 'edit', lineId: line.id })
                  }}
                  onDelete={() => setDialog({ kind: 'delete', line })}
                />
              )}
            />
          </li>
        ))}
        {adding && (
          <li className="flex items-center gap-2 border-rule border-b py-2 pl-6">
            <LineRow
              key={additions}
              agreementId={agreement.id}
              name="Ny linje"
              vatRate={vatRate}
              onStateChange={(state) => report(newLine, state)}
              onAdded={added}
              actions={() => (
                <span className="-mr-1.5 flex w-32 justify-end max-[50rem]:w-full">
                  <IconButton label="Fjern den nye linjen" icon={<CloseIcon />} onClick={() => setAdding(false)} />
                </span>
              )}
            />
          </li>
        )}
      </ul>
      {amounts}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={add}>
          <PlusIcon /> Ny linje
        </Button>
        <Button size="small" onClick={() => setDialog({ kind: 'edit' })}>
          <PlusIcon /> Legg til produkt
        </Button>
      </div>
      {dialog?.kind === 'edit' && (
        <AgreementLineDialog
          agreement={agreement}
          lines={lines}
          line={data.find(({ id }) => id === dialog.lineId)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title="Fjerne produktet?"
          confirmLabel="Fjern"
          workingLabel="Fjerner …"
          version={dialog.line.version}
          remove={(version) => remove.mutateAsync({ id: dialog.line.id, version })}
          deleted={{ title: 'Produkt slettet', description: dialog.line.description }}
          failed={(reason) => `Produktet ble ikke fjernet. ${reason}`}
          problem="Produktet ble ikke fjernet."
          {...ending}
        >
          <p>Er du sikker på at du vil fjerne dette produktet?</p>
          <SentNotice agreement={agreement} className="mt-3" />
        </DeleteDialog>
      )}
    </>
  )
}
