import { validityLabels } from '@kontor/contract/agreements/agreements.rules'
import { formatDay } from '../../../platform/format/days.ts'
import { formatDate, formatOre } from '../../../platform/format.ts'
import { emptyCell } from '../../../ui/column-cells.tsx'
import { actionsColumn, type Column } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { RowName } from '../../../ui/row-action.tsx'
import type { Agreement } from '../agreements.api.ts'
import { StatusBadge } from './agreement-badges.tsx'
import { AgreementActions } from './agreement-card.tsx'
import type { OpenDialog } from './open-dialog.ts'

export interface AgreementRowActions {
  readonly onShow: (id: string) => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

const name = ({ id, title }: Agreement, { onShow }: AgreementRowActions) => (
  <RowName label={`Åpne ${title}`} name={title} onOpen={() => onShow(id)} />
)

const total = ({ totalAmount, vatAmount }: Agreement) => <Figures text={formatOre(totalAmount + vatAmount)} />

export const agreementColumns = (actions: AgreementRowActions): readonly Column<Agreement>[] => [
  {
    id: 'reference',
    header: 'Nummer',
    isSortable: false,
    className: 'w-28',
    cell: ({ reference }) => <Figures text={reference} />,
  },
  { id: 'title', header: 'Tittel', cell: (agreement) => name(agreement, actions) },
  { id: 'customerName', header: 'Kunde', cell: ({ customerName }) => customerName },
  {
    id: 'status',
    header: 'Status',
    className: 'w-35 xl:w-36',
    cell: (agreement) => <StatusBadge agreement={agreement} />,
  },
  {
    id: 'total',
    header: 'Total ink. mva',
    className: 'w-34 xl:w-36 text-right [&>button]:flex-row-reverse',
    cell: total,
  },
  {
    id: 'validUntil',
    header: validityLabels.no,
    className: 'w-28',
    cell: ({ validUntil }) => (validUntil ? <Figures text={formatDay(validUntil)} /> : emptyCell),
  },
  {
    id: 'createdAt',
    header: 'Opprettet',
    className: 'w-28 max-xl:hidden',
    cell: ({ createdAt }) => <Figures text={formatDate(createdAt)} />,
  },
  actionsColumn('w-37 px-1! xl:w-40', (agreement) => <AgreementActions agreement={agreement} {...actions} />),
]

export function NarrowAgreement({ agreement, actions }: { agreement: Agreement; actions: AgreementRowActions }) {
  return (
    <span className="flex min-w-0 flex-col gap-1 py-1 leading-snug">
      {name(agreement, actions)}
      <span className="truncate text-[0.8125rem] text-soft">
        {agreement.reference} · {agreement.customerName}
      </span>
      <span className="flex items-center gap-2 text-[0.8125rem]">
        <StatusBadge agreement={agreement} />
        {total(agreement)}
      </span>
    </span>
  )
}
