import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { type Registration, useDeleteRegistration } from '../webinars.api.ts'

interface RegistrationDeleteDialogProps {
  readonly registration: Registration
  /** Gets the message to show after a failure, else null. */
  readonly onDone: (problem: string | null) => void
  readonly onCancel: () => void
}

export function RegistrationDeleteDialog({ registration, ...dialog }: RegistrationDeleteDialogProps) {
  const deletion = useDeleteRegistration()
  return (
    <DeleteDialog
      {...dialog}
      title="Slette påmeldingen?"
      remove={() => deletion.mutateAsync(registration)}
      deleted={{ title: 'Suksess', description: 'Påmeldingen er slettet.' }}
      failed="Kunne ikke slette påmelding"
      problem="Påmeldingen ble ikke slettet."
    >
      Påmeldingen fra <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{registration.name}</strong>{' '}
      blir slettet for godt, uten beskjed på e-post. Det kan ikke angres.
    </DeleteDialog>
  )
}
