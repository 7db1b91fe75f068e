import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { TagIcon } from '../../../ui/icons.tsx'
import { countedTitle } from '../../../ui/list-content.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ProductDeleteDialog } from '../components/product-delete-dialog.tsx'
import { ProductFormDialog } from '../components/product-form-dialog.tsx'
import { ProductList } from '../components/product-list.tsx'
import { type Product, productsQuery } from '../products.api.ts'

type OpenDialog =
  | { readonly kind: 'form'; readonly product?: Product }
  | { readonly kind: 'delete'; readonly product: Product }

const texts = { loading: 'Henter produkter …', failed: 'Kunne ikke hente produktene' }

/** The company's products. */
export function ProductsPage() {
  const query = useQuery(productsQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const create = () => setDialog({ kind: 'form' })
  const close = () => setDialog(null)
  useShortcut('n', 'Nytt produkt', create)
  const actions = useMemo(
    () => ({
      onEdit: (product: Product) => setDialog({ kind: 'form', product }),
      onDelete: (product: Product) => setDialog({ kind: 'delete', product }),
    }),
    [],
  )
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
    <QueryListPage
      title={countedTitle('Produkter', query.data)}
      query={query}
      texts={texts}
      empty={empty}
      problem={problem}
      onProblemClose={() => setProblem(null)}
      actions={
        <AddButton size="small" onClick={create}>
          Nytt produkt
        </AddButton>
      }
      dialogs={
        <>
          {dialog?.kind === 'form' && (
            <ProductFormDialog product={dialog.product} products={query.data ?? []} onClose={close} />
          )}
          {dialog?.kind === 'delete' && (
            <ProductDeleteDialog
              product={dialog.product}
              onDone={(failure) => {
                close()
                setProblem(failure)
              }}
              onCancel={close}
            />
          )}
        </>
      }
    >
      {(products) => <ProductList products={products} actions={actions} />}
    </QueryListPage>
  )
}
