import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import type { Webinar } from '../webinars.api.ts'
import { WebinarDeleteDialog } from './webinar-delete-dialog.tsx'
import { type WebinarForm, WebinarFormDialog } from './webinar-form-dialog.tsx'

/** The one dialog that is open over the list. */
export type OpenDialog = WebinarForm | { readonly kind: 'delete'; readonly webinars: readonly Webinar[] }

interface WebinarDialogsProps {
  readonly dialog: OpenDialog | null
  readonly onClose: () => void
  readonly onDeleted: (outcome: DeleteOutcome) => void
}

export function WebinarDialogs({ dialog, onClose, onDeleted }: WebinarDialogsProps) {
  if (dialog === null) return null
  if (dialog.kind !== 'delete') return <WebinarFormDialog form={dialog} onClose={onClose} />
  const done = (outcome: DeleteOutcome) => {
    onClose()
    onDeleted(outcome)
  }
  return <WebinarDeleteDialog webinars={dialog.webinars} onDone={done} onCancel={onClose} />
}
