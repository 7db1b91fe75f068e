import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Registration, useDeleteRegistration } from '../webinars.api.ts'

interface RegistrationDeleteDialogProps {
  readonly registration: Registration
  /** Gets the error, or null on success. */
  readonly onDone: (error: unknown) => void
  readonly onCancel: () => void
}

/** Asks for confirmation, deletes and shows the outcome. */
export function RegistrationDeleteDialog({ registration, onDone, onCancel }: RegistrationDeleteDialogProps) {
  const remove = useDeleteRegistration()

  const confirm = async () => {
    try {
      await remove.mutateAsync(registration)
      toast({ title: 'Suksess', description: 'Påmeldingen er slettet.' })
      onDone(null)
    } catch (error) {
      toast({ title: 'Feil', description: 'Kunne ikke slette påmelding', variant: 'destructive' })
      onDone(error)
    }
  }

  return (
    <ConfirmDialog
      title="Slette påmeldingen?"
      confirmLabel="Slett"
      workingLabel="Sletter …"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      Påmeldingen fra <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{registration.name}</strong>{' '}
      blir slettet for godt, uten beskjed på e-post. Det kan ikke angres.
    </ConfirmDialog>
  )
}
