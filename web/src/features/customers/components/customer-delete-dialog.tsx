import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { type Customer, useDeleteCustomer } from '../customers.api.ts'

interface CustomerDeleteDialogProps {
  readonly customer: Customer
  /** Gets the message to show after a failure, else null. */
  readonly onDone: (problem: string | null) => void
  readonly onCancel: () => void
}

export function CustomerDeleteDialog({ customer, ...dialog }: CustomerDeleteDialogProps) {
  const deletion = useDeleteCustomer()
  return (
    <DeleteDialog
      {...dialog}
      title="Bekreft sletting"
      remove={() => deletion.mutateAsync(customer.id)}
      deleted={{ title: 'Kunde slettet', description: customer.name }}
      failed="Kunne ikke slette kunde"
      problem="Kunden ble ikke slettet."
    >
      <p>
        <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{customer.name}</strong> blir slettet for
        godt, sammen med kontaktpersonene og de avtalene som ikke er akseptert. Det kan ikke angres.
      </p>
      <p className="mt-2">
        Har kunden en akseptert avtale, blir kunden arkivert i stedet: borte fra listen, men tatt vare på sammen med
        avtalene, slik bokføringsloven krever.
      </p>
    </DeleteDialog>
  )
}
