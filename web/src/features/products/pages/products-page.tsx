import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { TagIcon } from '../../../ui/icons.tsx'
import { countedTitle } from '../../../ui/list-content.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type OpenDialog, ProductDialogs } from '../components/product-dialogs.tsx'
import { ProductList } from '../components/product-list.tsx'
import { type Product, productsQuery } from '../products.api.ts'

const texts = { loading: 'Henter produkter …', failed: 'Kunne ikke hente produktene' }
const noProducts: readonly Product[] = []

/** The company's products. */
export function ProductsPage() {
  const query = useQuery(productsQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const create = () => setDialog({ kind: 'create' })
  useShortcut('n', 'Nytt produkt', create)
  const empty = (
    <EmptyState
      icon={<TagIcon />}
      title="Ingen produkter ennå"
      action={<AddButton onClick={create}>Opprett produkt</AddButton>}
    >
      Produktene velges som linjer i avtaler, med navn, pris og mva. fylt ut.
    </EmptyState>
  )
  const dialogs = (
    <ProductDialogs
      dialog={dialog}
      products={query.data ?? noProducts}
      onClose={() => setDialog(null)}
      onDeleted={(failure) => setProblem(failure === null ? null : `Produktet ble ikke slettet. ${errorText(failure)}`)}
    />
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
      dialogs={dialogs}
    >
      {(products) => <ProductList products={products} onOpenDialog={setDialog} />}
    </QueryListPage>
  )
}
