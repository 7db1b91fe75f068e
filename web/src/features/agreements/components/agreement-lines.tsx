import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber, formatOre, formatPercent } from '../../../platform/format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { Figures } from '../../../ui/figures.tsx'
import { EditIcon, PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { MoveButtons, moveItem } from '../../../ui/move-buttons.tsx'
import { DismissibleNotice } from '../../../ui/states.tsx'
import { toastFailure } from '../../../ui/toast-store.ts'
import { useListDialog } from '../../../ui/use-list-dialog.ts'
import { type Agreement, type AgreementLine, linesQuery, useDeleteLine, useOrderLines } from '../agreements.api.ts'
import { AgreementAmounts } from './agreement-amounts.tsx'
import { AgreementLineDialog } from './agreement-line-dialog.tsx'
import { PartState } from './part-state.tsx'
import { SentNotice } from './sent-notice.tsx'

function Line({ line, children }: { line: AgreementLine; children: ReactNode }) {
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
      {children}
    </li>
  )
}

type OpenDialog =
  | { readonly kind: 'edit'; readonly line?: AgreementLine }
  | { readonly kind: 'delete'; readonly line: AgreementLine }

export function AgreementLines({ agreement, frozen }: { agreement: Agreement; frozen: boolean }) {
  const query = useQuery(linesQuery(agreement.id))
  const { data } = query
  const remove = useDeleteLine(agreement.id)
  const order = useOrderLines(agreement.id)
  const { dialog, setDialog, close, ending, notice, setProblem } = useListDialog<OpenDialog>()

  const move = (lines: readonly AgreementLine[], index: number, by: 1 | -1) => {
    if (order.isPending) return
    setProblem(null)
    order.mutate(
      moveItem(lines, index, by).map(({ id }) => id),
      {
        onError: (error) => {
          const failure = `Rekkefølgen ble ikke lagret. ${errorText(error)}`
          setProblem(failure)
          toastFailure(failure)
        },
      },
    )
  }

  if (!data) return <PartState query={query} failed="Kunne ikke hente produktlinjene" />
  return (
    <>
      <DismissibleNotice problem={notice.problem} onClose={notice.onProblemClose} />
      {data.length === 0 && <p className="mb-3 text-soft text-sm">Ingen produktlinjer ennå.</p>}
      <ul>
        {data.map((line, index) => (
          <Line key={line.id} line={line}>
            {!frozen && (
              <span className="-mr-1.5 flex max-sm:w-full max-sm:justify-end">
                <MoveButtons
                  name={line.description}
                  isFirst={index === 0}
                  isLast={index === data.length - 1}
                  onMove={(by) => move(data, index, by)}
                />
                <IconButton
                  label={`Rediger linjen ${line.description}`}
                  icon={<EditIcon />}
                  onClick={() => setDialog({ kind: 'edit', line })}
                />
                <IconButton
                  label={`Slett linjen ${line.description}`}
                  icon={<TrashIcon />}
                  onClick={() => setDialog({ kind: 'delete', line })}
                />
              </span>
            )}
          </Line>
        ))}
      </ul>
      {data.length > 0 && <AgreementAmounts amounts={agreement} className="mt-3 ml-auto w-full sm:w-64" />}
      {!frozen && (
        <Button size="small" className="mt-3" onClick={() => setDialog({ kind: 'edit' })}>
          <PlusIcon /> Legg til produkt
        </Button>
      )}
      {dialog?.kind === 'edit' && (
        <AgreementLineDialog agreement={agreement} lines={data} line={dialog.line} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title="Fjerne produktet?"
          confirmLabel="Fjern"
          workingLabel="Fjerner …"
          remove={() => remove.mutateAsync(dialog.line.id)}
          deleted={{ title: 'Produkt slettet', description: dialog.line.description }}
          failed={(reason) => `Produktet ble ikke slettet. ${reason}`}
          problem="Produktet ble ikke slettet."
          {...ending}
        >
          <p>Er du sikker på at du vil fjerne dette produktet?</p>
          <SentNotice agreement={agreement} className="mt-3" />
        </DeleteDialog>
      )}
    </>
  )
}
