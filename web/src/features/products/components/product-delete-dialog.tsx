import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Product, useDeleteProduct } from '../products.api.ts'

interface ProductDeleteDialogProps {
  readonly product: Product
  /** Gets the message to show after a failure, else null. */
  readonly onDone: (problem: string | null) => void
  readonly onCancel: () => void
}

/** Asks for confirmation and deletes the product, or deactivates one in use. */
export function ProductDeleteDialog({ product, onDone, onCancel }: ProductDeleteDialogProps) {
  const deletion = useDeleteProduct()
  const { name, number, usageCount } = product
  const agreements = `${formatNumber(usageCount)} ${usageCount === 1 ? 'avtale' : 'avtaler'}`
  const shownName = (
    <>
      <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{name}</strong> ({number})
    </>
  )
  const dialog = {
    remove: () => deletion.mutateAsync(product),
    failed: 'Kunne ikke slette produkt',
    problem: 'Produktet ble ikke slettet.',
    onDone,
    onCancel,
  }

  if (usageCount === 0) {
    return (
      <DeleteDialog {...dialog} title="Slette produktet?" deleted={{ title: 'Produkt slettet', description: name }}>
        {shownName} blir slettet for godt. Det kan ikke angres.
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
