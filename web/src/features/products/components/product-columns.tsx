import { productLabels } from '@kontor/contract/products/products.rules'
import { formatMargin, formatNumber, formatOre } from '../../../platform/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Column } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { EditIcon, TrashIcon, WarningIcon } from '../../../ui/icons.tsx'
import { RowAction } from '../../../ui/row-action.tsx'
import type { PickableColumn } from '../../../ui/use-column-visibility.ts'
import type { Product } from '../products.api.ts'
import { shownAmounts } from './use-product-list.ts'

export interface ProductActions {
  readonly onEdit: (product: Product) => void
  readonly onDelete: (product: Product) => void
}

function StatusBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Aktiv' : 'Inaktiv'}</Badge>
}

const emptyCell = <span className="text-soft">–</span>

function Margin({ product }: { product: Product }) {
  const { grosMargin } = shownAmounts(product)
  if (grosMargin === null) return emptyCell
  const figures = <Figures text={formatMargin(grosMargin)} />
  if (grosMargin >= 0) return figures
  return (
    <span className="inline-flex items-center gap-1 align-bottom font-medium text-danger">
      <WarningIcon className="size-3.5" />
      <span className="sr-only">Under kostpris:</span>
      {figures}
    </span>
  )
}

function NameButton({ product, onEdit }: { product: Product; onEdit: (product: Product) => void }) {
  return (
    <button
      type="button"
      aria-label={`Åpne ${product.name}`}
      onClick={() => onEdit(product)}
      className="block min-w-0 max-w-full truncate rounded-sm text-left font-semibold hover:underline"
    >
      {product.name}
    </button>
  )
}

function RowActions({ product, onEdit, onDelete }: { product: Product } & ProductActions) {
  return (
    <span className="flex items-center justify-end gap-0.5">
      <RowAction text="Rediger" of={product.name} icon={<EditIcon />} onClick={() => onEdit(product)} />
      <RowAction text="Slett" of={product.name} icon={<TrashIcon />} onClick={() => onDelete(product)} />
    </span>
  )
}

/** The columns that the user can hide; number and name stay. */
export const pickableProductColumns: readonly PickableColumn[] = [
  { id: 'costPrice', label: productLabels.costPrice },
  { id: 'grosMargin', label: productLabels.grosMargin },
  { id: 'salesPrice', label: productLabels.salesPrice },
  { id: 'salesPriceIncVat', label: productLabels.salesPriceIncVat },
  { id: 'type', label: productLabels.type },
  { id: 'isActive', label: 'Status' },
  { id: 'usageCount', label: 'I avtaler', hiddenAtFirst: true },
]

/** Right-aligns numbers and their header. */
const figures = 'text-right [&>button]:flex-row-reverse'

const priceColumn = (id: 'costPrice' | 'salesPrice' | 'salesPriceIncVat', width: string): Column<Product> => ({
  id,
  header: productLabels[id],
  className: cx(figures, width),
  cell: (product) => <Figures text={formatOre(shownAmounts(product)[id])} />,
})

export const productColumns = (actions: ProductActions): readonly Column<Product>[] => [
  { id: 'number', header: productLabels.number, className: 'w-26', cell: ({ number }) => number },
  {
    id: 'name',
    header: productLabels.name,
    cell: (product) => <NameButton product={product} onEdit={actions.onEdit} />,
  },
  priceColumn('costPrice', 'w-30'),
  {
    id: 'grosMargin',
    header: productLabels.grosMargin,
    className: cx(figures, 'w-26'),
    cell: (product) => <Margin product={product} />,
  },
  priceColumn('salesPrice', 'w-30'),
  priceColumn('salesPriceIncVat', 'w-32'),
  { id: 'type', header: productLabels.type, className: 'w-28', cell: ({ type }) => type ?? emptyCell },
  { id: 'isActive', header: 'Status', className: 'w-24', cell: ({ isActive }) => <StatusBadge isActive={isActive} /> },
  {
    id: 'usageCount',
    header: 'I avtaler',
    className: cx(figures, 'w-24'),
    cell: ({ usageCount }) => formatNumber(usageCount),
  },
  {
    id: 'actions',
    header: 'Handlinger',
    isHeaderHidden: true,
    isSortable: false,
    className: 'w-20 px-1!',
    cell: (product) => <RowActions product={product} {...actions} />,
  },
]

/** A row on a narrow screen, without columns. */
export function NarrowProduct({ product, onEdit, onDelete }: { product: Product } & ProductActions) {
  const { salesPrice, salesPriceIncVat } = shownAmounts(product)
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 leading-snug">
        <span className="flex items-center gap-2">
          <NameButton product={product} onEdit={onEdit} />
          {!product.isActive && <StatusBadge isActive={false} />}
        </span>
        <span className="truncate text-[0.8125rem] text-soft">
          {[product.number, product.type, 'margin '].filter(Boolean).join(' · ')}
          <Margin product={product} />
          {'\u00a0%'}
        </span>
        <span className="truncate text-[0.8125rem]">
          <Figures text={formatOre(salesPrice)} />
          <span className="text-soft">
            {' '}
            · <Figures text={formatOre(salesPriceIncVat)} /> inkl. mva
          </span>
        </span>
      </span>
      <RowActions product={product} onEdit={onEdit} onDelete={onDelete} />
    </span>
  )
}
