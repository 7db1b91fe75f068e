import { validityLabels } from '@kontor/contract/agreements/agreements.rules'
import { formatDay } from '../../../platform/format/days.ts'
import { formatDate, formatOre } from '../../../platform/format.ts'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { emptyCell, numericColumn } from '../../../ui/table/column-cells.tsx'
import { actionsColumn, type Column } from '../../../ui/table/data-table-model.ts'
import { RowName } from '../../../ui/table/row-action.tsx'
import type { Agreement } from '../agreements.api.ts'
import { StatusBadge } from '../parts/agreement-badges.tsx'
import { AgreementActions, AgreementActionsOrMenu } from './agreement-card.tsx'
import type { OpenDialog } from './open-dialog.ts'

export interface AgreementRowActions {
  readonly onShow: (id: string) => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

const name = ({ id, title }: Agreement, { onShow }: AgreementRowActions, inColumn = false) => (
  <span data-agreement={id} className="contents">
    <RowName label={`Åpne ${title}`} name={title} inColumn={inColumn} onOpen={() => onShow(id)} />
  </span>
)

const total = ({ totalAmount, vatAmount }: Agreement) => <Figures text={formatOre(totalAmount + vatAmount)} />

export const agreementColumns = (actions: AgreementRowActions): readonly Column<Agreement>[] => [
  {
    id: 'reference',
    header: 'Nummer',
    isSortable: false,
    className: 'w-28',
    cell: ({ reference, createdAt }) => (
      <>
        <Figures text={reference} />
        <span className="block text-soft text-xs xl:hidden">
          <span className="sr-only">Opprettet </span>
          <Figures text={formatDate(createdAt)} />
        </span>
      </>
    ),
  },
  {
    id: 'title',
    header: 'Tittel',
    pinned: 'start',
    isName: true,
    cell: (agreement) => name(agreement, actions, true),
  },
  { id: 'customerName', header: 'Kunde', cell: ({ customerName }) => customerName },
  {
    id: 'status',
    header: 'Status',
    pinned: 'end',
    className: 'w-35 xl:w-36',
    cell: (agreement) => <StatusBadge agreement={agreement} />,
  },
  {
    id: 'total',
    header: 'Total ink. mva',
    className: cx(numericColumn, 'w-34 xl:w-36'),
    cell: total,
  },
  {
    id: 'validUntil',
    header: validityLabels.no,
    className: 'w-28 xl:w-34',
    cell: ({ validUntil }) => (validUntil ? <Figures text={formatDay(validUntil)} /> : emptyCell),
  },
  {
    id: 'createdAt',
    header: 'Opprettet',
    className: 'w-28 max-xl:hidden',
    cell: ({ createdAt }) => <Figures text={formatDate(createdAt)} />,
  },
  actionsColumn('w-37 px-1! xl:w-40', (agreement) => <AgreementActions agreement={agreement} inColumn {...actions} />),
]

export function NarrowAgreement({ agreement, actions }: { agreement: Agreement; actions: AgreementRowActions }) {
  const { reference, customerName, createdAt, validUntil } = agreement
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 py-1 leading-snug">
        {name(agreement, actions)}
        <span className="truncate text-[0.8125rem] text-soft">
          {reference} · {customerName}
        </span>
        <span className="truncate text-[0.8125rem] text-soft">
          Opprettet <Figures text={formatDate(createdAt)} />
          {validUntil && (
            <>
              {` · ${validityLabels.no} `}
              <Figures text={formatDay(validUntil)} />
            </>
          )}
        </span>
        <span className="flex items-center gap-2 text-[0.8125rem]">
          <StatusBadge agreement={agreement} />
          {total(agreement)}
        </span>
      </span>
      <AgreementActionsOrMenu agreement={agreement} inColumn {...actions} />
    </span>
  )
}
