import { productFields as fields } from '@kontor/contract/products/products.fields'
import { formatHundredths, formatMargin, formatNumber, formatOre } from '../../../platform/format.ts'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { WarningIcon } from '../../../ui/base/icons.tsx'
import { ActiveBadge, ActiveState, emptyCell, numericColumn } from '../../../ui/table/column-cells.tsx'
import { actionsColumn, type Column } from '../../../ui/table/data-table-model.ts'
import { EditAndDelete, editAndDelete, RowMenu, RowName } from '../../../ui/table/row-action.tsx'
import type { Product } from '../products.api.ts'
import { shownAmounts } from './product-amounts.ts'

export interface ProductActions {
  readonly onEdit: (product: Product) => void
  readonly onDelete: (product: Product) => void
}

function Margin({ product }: { product: Product }) {
  const { grosMargin } = shownAmounts(product)
  if (grosMargin === null) return emptyCell
  const figures = <Figures text={formatMargin(grosMargin)} />
  if (grosMargin >= 0) return figures
  return (
    <span className="relative inline-flex items-center gap-1 align-bottom font-medium text-danger">
      <WarningIcon className="size-3.5" />
      <span className="sr-only">Under kostpris:</span>
      {figures}
    </span>
  )
}

const nameButton = (product: Product, onEdit: ProductActions['onEdit'], inColumn = false) => (
  <RowName label={`Åpne ${product.name}`} name={product.name} inColumn={inColumn} onOpen={() => onEdit(product)} />
)

const rowActions = (product: Product, { onEdit, onDelete }: ProductActions) => (
  <span className="flex items-center justify-end gap-0.5">
    <EditAndDelete of={product.name} onEdit={() => onEdit(product)} onDelete={() => onDelete(product)} />
  </span>
)

const priceColumn = (id: 'costPrice' | 'salesPrice' | 'salesPriceIncVat', width: string): Column<Product> => ({
  id,
  header: `${fields[id].label} (kr)`,
  pickable: 'shown',
  className: cx(numericColumn, width),
  cell: (product) => <Figures text={formatHundredths(shownAmounts(product)[id])} />,
})

export const productColumns = (actions: ProductActions): readonly Column<Product>[] => [
  { id: 'number', header: fields.number.label, className: 'w-20 xl:w-26', cell: ({ number }) => number },
  {
    id: 'name',
    header: fields.name.label,
    pinned: 'start',
    isName: true,
    cell: (product) => nameButton(product, actions.onEdit, true),
  },
  priceColumn('costPrice', 'w-28 xl:w-30'),
  {
    id: 'grosMargin',
    header: fields.grosMargin.label,
    pickable: 'shown',
    className: cx(numericColumn, 'w-24 xl:w-26'),
    cell: (product) => <Margin product={product} />,
  },
  priceColumn('salesPrice', 'w-28 xl:w-30'),
  priceColumn('salesPriceIncVat', 'w-32'),
  {
    id: 'type',
    header: fields.type.label,
    pickable: 'shown',
    className: 'w-26 xl:w-28',
    cell: ({ type }) => type ?? emptyCell,
  },
  {
    id: 'isActive',
    header: 'Status',
    pinned: 'end',
    pickable: 'shown',
    className: 'w-20 xl:w-24',
    cell: ({ isActive }) => <ActiveState isActive={isActive} />,
  },
  {
    id: 'usageCount',
    header: 'I avtaler',
    pickable: 'hidden',
    className: cx(numericColumn, 'w-24'),
    cell: ({ usageCount }) => <Figures text={formatNumber(usageCount)} />,
  },
  actionsColumn('w-26 px-1!', (product) => rowActions(product, actions)),
]

export function NarrowProduct({ product, actions }: { product: Product; actions: ProductActions }) {
  const { costPrice, salesPrice, salesPriceIncVat } = shownAmounts(product)
  return (
    <span className="flex min-w-0 flex-col leading-snug">
      <span className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1">{nameButton(product, actions.onEdit)}</span>
        {!product.isActive && (
          <span className="text-[0.8125rem]">
            <ActiveBadge isActive={false} />
          </span>
        )}
        <span className="shrink-0 max-sm:hidden">{rowActions(product, actions)}</span>
        <span className="-mr-2 shrink-0 sm:hidden">
          <RowMenu
            of={product.name}
            items={editAndDelete({ onEdit: () => actions.onEdit(product), onDelete: () => actions.onDelete(product) })}
          />
        </span>
      </span>
      <span className="truncate pb-0.5 text-[0.8125rem] text-soft">
        {[product.number, product.type, 'kost '].filter(Boolean).join(' · ')}
        <Figures text={formatOre(costPrice)} />
        {shownAmounts(product).grosMargin !== null && (
          <>
            {' · margin '}
            <Margin product={product} />
            {'\u00a0%'}
          </>
        )}
      </span>
      <span className="truncate text-[0.8125rem]">
        <Figures text={formatOre(salesPrice)} />
        <span className="text-soft">
          {' '}
          · <Figures text={formatOre(salesPriceIncVat)} /> inkl. mva
        </span>
      </span>
    </span>
  )
}
