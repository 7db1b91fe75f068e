import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon, TagIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/states.tsx'
import { ProductBoard } from '../components/product-board.tsx'
import { type OpenDialog, ProductDialogs } from '../components/product-dialogs.tsx'
import { type Product, productsQuery } from '../products.api.ts'

const none: readonly Product[] = []

/** What the company sells. */
export function ProductsPage() {
  const { data, error, isFetching, refetch } = useQuery(productsQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const fetchAgain = () => void refetch()
  const create = () => setDialog({ kind: 'create' })
  useShortcut('n', 'Nytt produkt', create)

  let content: ReactNode = <ListSkeleton label="Henter produkter …" />
  if (data?.length === 0) {
    content = (
      <EmptyState
        icon={<TagIcon />}
        title="Ingen produkter ennå"
        action={
          <Button variant="primary" onClick={create}>
            <PlusIcon /> Opprett produkt
          </Button>
        }
      >
        Produktene velges som linjer i avtaler, med navn, pris og mva. fylt ut.
      </EmptyState>
    )
  } else if (data) content = <ProductBoard products={data} onOpenDialog={setDialog} />
  else if (error) {
    content = <ErrorState title="Kunne ikke hente produktene" message={errorText(error)} onRetry={fetchAgain} />
  }

  return (
    <ListPage
      title={data ? `Produkter (${formatNumber(data.length)})` : 'Produkter'}
      refreshing={isFetching}
      onRefresh={fetchAgain}
      actions={
        <Button size="small" variant="primary" onClick={create}>
          <PlusIcon /> Nytt produkt
        </Button>
      }
      {...(data && error && { problem: `Listen kunne ikke hentes på nytt og kan være gammel. ${errorText(error)}` })}
    >
      {problem && (
        <div className="mb-3">
          <Notice onClose={() => setProblem(null)}>{problem}</Notice>
        </div>
      )}
      {content}
      <ProductDialogs
        dialog={dialog}
        products={data ?? none}
        onClose={() => setDialog(null)}
        onDeleted={(failure) =>
          setProblem(failure === null ? null : `Produktet ble ikke slettet. ${errorText(failure)}`)
        }
      />
    </ListPage>
  )
}
