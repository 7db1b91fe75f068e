import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Product, useDeleteProduct } from '../products.api.ts'

interface ProductDeleteDialogProps {
  readonly product: Product
  /** Null when it went well, else why not. */
  readonly onDone: (error: unknown) => void
  readonly onCancel: () => void
}

const agreements = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'avtale' : 'avtaler'}`

function Name({ product: { name, number } }: { product: Product }) {
  return (
    <>
      <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{name}</strong> ({number})
    </>
  )
}

/** Asks, deletes or retires, and tells how it went. */
export function ProductDeleteDialog({ product, onDone, onCancel }: ProductDeleteDialogProps) {
  const remove = useDeleteProduct()
  const used = product.usageCount > 0

  const confirm = async () => {
    try {
      await remove.mutateAsync(product)
      if (used) toast({ title: 'Produkt oppdatert', description: `${product.name} er satt inaktivt.` })
      else toast({ title: 'Produkt slettet', description: product.name })
      onDone(null)
    } catch (error) {
      toast({ title: 'Feil', description: 'Kunne ikke slette produkt', variant: 'destructive' })
      onDone(error)
    }
  }

  if (used && !product.isActive) {
    return (
      <Dialog title="Produktet kan ikke slettes" onClose={onCancel} footer={<Button onClick={onCancel}>Lukk</Button>}>
        <p className="text-sm text-soft leading-relaxed">
          <Name product={product} /> brukes i {agreements(product.usageCount)} og er allerede inaktivt: det tilbys ikke
          i nye avtaler.
        </p>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={used ? 'Sette produktet inaktivt?' : 'Slette produktet?'}
      confirmLabel={used ? 'Sett inaktivt' : 'Slett'}
      workingLabel={used ? 'Lagrer …' : 'Sletter …'}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {used ? (
        <>
          <Name product={product} /> brukes i {agreements(product.usageCount)} og kan ikke slettes. Det blir satt
          inaktivt i stedet: det tilbys ikke i nye avtaler, og avtalene beholder tekst og pris.
        </>
      ) : (
        <>
          <Name product={product} /> blir slettet for godt. Det kan ikke angres.
        </>
      )}
    </ConfirmDialog>
  )
}
