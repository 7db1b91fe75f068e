import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Product, useDeleteProduct } from '../products.api.ts'

interface ProductDeleteDialogProps {
  readonly product: Product
  /** Gets the error, or null on success. */
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

/** Asks for confirmation, deletes the product or deactivates one in use, and shows the outcome. */
export function ProductDeleteDialog({ product, onDone, onCancel }: ProductDeleteDialogProps) {
  const remove = useDeleteProduct()
  const isUsed = product.usageCount > 0

  const confirm = async () => {
    try {
      await remove.mutateAsync(product)
      if (isUsed) toast({ title: 'Produkt oppdatert', description: `${product.name} er satt inaktivt.` })
      else toast({ title: 'Produkt slettet', description: product.name })
      onDone(null)
    } catch (error) {
      toast({ title: 'Feil', description: 'Kunne ikke slette produkt', variant: 'destructive' })
      onDone(error)
    }
  }

  if (isUsed && !product.isActive) {
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
      title={isUsed ? 'Sette produktet inaktivt?' : 'Slette produktet?'}
      confirmLabel={isUsed ? 'Sett inaktivt' : 'Slett'}
      workingLabel={isUsed ? 'Lagrer …' : 'Sletter …'}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {isUsed ? (
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
