import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Customer, useDeleteCustomer } from '../customers.api.ts'

interface CustomerDeleteDialogProps {
  readonly customer: Customer
  /** Null on success, else the error. */
  readonly onDone: (error: unknown) => void
  readonly onCancel: () => void
}

export function CustomerDeleteDialog({ customer, onDone, onCancel }: CustomerDeleteDialogProps) {
  const remove = useDeleteCustomer()

  const confirm = async () => {
    try {
      await remove.mutateAsync(customer.id)
      toast({ title: 'Kunde slettet', description: customer.name })
      onDone(null)
    } catch (error) {
      toast({ title: 'Feil', description: 'Kunne ikke slette kunde', variant: 'destructive' })
      onDone(error)
    }
  }

  return (
    <ConfirmDialog
      title="Bekreft sletting"
      confirmLabel="Slett"
      workingLabel="Sletter …"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>
        <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{customer.name}</strong> blir slettet for
        godt, sammen med kontaktpersonene og de avtalene som ikke er akseptert. Det kan ikke angres.
      </p>
      <p className="mt-2">
        Har kunden en akseptert avtale, blir kunden arkivert i stedet: borte fra listen, men tatt vare på sammen med
        avtalene, slik bokføringsloven krever.
      </p>
    </ConfirmDialog>
  )
}
