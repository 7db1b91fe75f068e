import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useCreateShortcut } from '../../../platform/create-request.ts'
import { counted } from '../../../platform/format.ts'
import { type ListRules, useClientList } from '../../../platform/list-state.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { useUrlFilters } from '../../../platform/url-state.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { TagIcon } from '../../../ui/base/icons.tsx'
import { EmptyState } from '../../../ui/base/states.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { countedTitle } from '../../../ui/list/list-content.tsx'
import { TableListPage } from '../../../ui/list/table-list.tsx'
import { shownAmounts, typesOf } from '../components/product-amounts.ts'
import { NarrowProduct, type ProductActions, productColumns } from '../components/product-columns.tsx'
import { ProductFormDialog } from '../components/product-form-dialog.tsx'
import { type Product, productsQuery, useDeleteProduct } from '../products.api.ts'

const sorts = [
  'number',
  'name',
  'costPrice',
  'grosMargin',
  'salesPrice',
  'salesPriceIncVat',
  'type',
  'isActive',
  'usageCount',
] as const

const rules: ListRules<Product, (typeof sorts)[number]> = {
  sorts,
  byDefault: { id: 'number', desc: false },
  textsOf: ({ number, name, description, comment, type }) => [number, name, description, comment, type],
  sortValueOf: (product, id) => {
    switch (id) {
      case 'isActive':
        // Sorts active products first.
        return !product.isActive
      case 'costPrice':
      case 'salesPrice':
      case 'salesPriceIncVat':
      case 'grosMargin':
        return shownAmounts(product)[id]
      default:
        return product[id]
    }
  },
}

const nameOf = ({ name }: Product): string => name

const statusOptions = [
  { value: 'active', label: 'Aktive' },
  { value: 'inactive', label: 'Inaktive' },
]

interface ProductDeleteDialogProps {
  readonly product: Product
  /** Called with an error message, or with null on success. */
  readonly onDone: (problem: string | null) => void
  readonly onCancel: () => void
}

function ProductDeleteDialog({ product, onDone, onCancel }: ProductDeleteDialogProps) {
  const deletion = useDeleteProduct()
  const { name, number, usageCount } = product
  const agreements = counted(usageCount, 'avtale', 'avtaler')
  const shownName = (
    <>
      <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{name}</strong> ({number})
    </>
  )
  const dialog = {
    version: product.version,
    undo: { kind: 'products', ids: [product.id] },
    remove: (version: number) => deletion.mutateAsync({ ...product, version }),
    failed: 'Kunne ikke slette produkt',
    problem: 'Produktet ble ikke slettet.',
    onDone,
    onCancel,
  } as const

  if (usageCount === 0) {
    return (
      <DeleteDialog {...dialog} title="Slette produktet?" deleted={{ title: 'Produkt slettet', description: name }}>
        {shownName} blir slettet. <UndoHint />
      </DeleteDialog>
    )
  }
  if (product.isActive) {
    return (
      <DeleteDialog
        {...dialog}
        title="Sette produktet inaktivt?"
        confirmLabel="Sett inaktivt"
        workingLabel="Lagrer …"
        deleted={{ title: 'Produkt oppdatert', description: `${name} er satt inaktivt.` }}
      >
        {shownName} brukes i {agreements} og kan ikke slettes. Det blir satt inaktivt i stedet: det tilbys ikke i nye
        avtaler, og avtalene beholder tekst og pris.
      </DeleteDialog>
    )
  }
  return (
    <Dialog title="Produktet kan ikke slettes" onClose={onCancel} footer={<Button onClick={onCancel}>Lukk</Button>}>
      <p className="text-sm text-soft leading-relaxed">
        {shownName} brukes i {agreements} og er allerede inaktivt: det tilbys ikke i nye avtaler.
      </p>
    </Dialog>
  )
}

type OpenDialog =
  | { readonly kind: 'form'; readonly product?: Product }
  | { readonly kind: 'delete'; readonly product: Product }

const texts = { loading: 'Henter produkter …', failed: 'Kunne ikke hente produktene' }

const noProducts: readonly Product[] = []

export function ProductsPage() {
  const query = useQuery(productsQuery)
  const products = query.data ?? noProducts
  const filters = useUrlFilters({ type: null, status: ['active', 'inactive'] })
  const { type, status } = filters.values
  const accepts = useMemo(
    () => (product: Product) =>
      (type === null || product.type === type) && (status === null || product.isActive === (status === 'active')),
    [type, status],
  )
  const list = useClientList(rules, { rows: products, search: filters.text, accepts })
  const { dialog, setDialog, close, ending, notice } = useListDialog<OpenDialog>()
  const create = () => setDialog({ kind: 'form' })
  useCreateShortcut('Nytt produkt', create)
  const actions = useMemo(
    (): ProductActions => ({
      onEdit: (product) => setDialog({ kind: 'form', product }),
      onDelete: (product) => setDialog({ kind: 'delete', product }),
    }),
    [setDialog],
  )
  const columns = useMemo(() => productColumns(actions), [actions])
  const narrow = useCallback((product: Product) => <NarrowProduct product={product} actions={actions} />, [actions])
  const types = useMemo(() => typesOf(products, type).map((value) => ({ value, label: value })), [products, type])
  const empty = (
    <EmptyState
      icon={<TagIcon />}
      title="Ingen produkter ennå"
      action={<AddButton onClick={create}>Opprett produkt</AddButton>}
    >
      Produktene velges som linjer i avtaler, med navn, pris og mva. fylt ut.
    </EmptyState>
  )

  return (
    <TableListPage
      title={countedTitle('Produkter', query.data)}
      primary={<AddButton onClick={create}>Nytt produkt</AddButton>}
      query={query}
      texts={texts}
      empty={empty}
      {...notice}
      dialogs={
        <>
          {dialog?.kind === 'form' && (
            <ProductFormDialog product={dialog.product} products={products} onClose={close} />
          )}
          {dialog?.kind === 'delete' && <ProductDeleteDialog product={dialog.product} {...ending} />}
        </>
      }
      label="Produkter"
      filters={filters}
      search={{ label: 'Søk i produkter', placeholder: 'Søk i nummer, navn, beskrivelse og type' }}
      count={{ shown: list.rows.length, total: products.length, what: 'produkter' }}
      noResults="Ingen produkter passer til søket og filtrene."
      columnsKey="productColumns"
      {...list}
      columns={columns}
      nameOf={nameOf}
      narrow={narrow}
      narrowHeight={84}
      onOpen={actions.onEdit}
      onEdit={actions.onEdit}
      onDelete={actions.onDelete}
    >
      <FilterSelect
        label="Filtrer på type"
        allLabel="Alle typer"
        options={types}
        value={type}
        onChange={(next) => filters.set('type', next)}
      />
      <FilterSelect
        label="Filtrer på status"
        allLabel="Alle statuser"
        options={statusOptions}
        value={status}
        onChange={(next) => filters.set('status', next)}
      />
    </TableListPage>
  )
}
