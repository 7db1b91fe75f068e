import type { Agreement } from '../agreements.api.ts'
import { AgreementDeleteDialog } from './agreement-delete-dialog.tsx'
import { AgreementDetailsDialog } from './agreement-details-dialog.tsx'
import { AgreementFormDialog } from './agreement-form-dialog.tsx'
import { AgreementSendDialog } from './agreement-send-dialog.tsx'

/** The one dialog that is open over the list. By id, so that it always shows what the list knows now. */
export type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'details'; readonly id: string }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'send'; readonly id: string }
  | { readonly kind: 'delete'; readonly id: string }

interface AgreementDialogsProps {
  readonly agreements: readonly Agreement[]
  readonly dialog: OpenDialog | null
  readonly onChange: (dialog: OpenDialog | null) => void
}

export function AgreementDialogs({ agreements, dialog, onChange }: AgreementDialogsProps) {
  const close = () => onChange(null)
  if (dialog === null) return null
  // What was just made opens at once, so that lines can be added.
  if (dialog.kind === 'create') {
    return <AgreementFormDialog onSaved={({ id }) => onChange({ kind: 'details', id })} onClose={close} />
  }
  const agreement = agreements.find(({ id }) => id === dialog.id)
  if (!agreement) return null
  if (dialog.kind === 'edit') return <AgreementFormDialog agreement={agreement} onSaved={close} onClose={close} />
  if (dialog.kind === 'send') return <AgreementSendDialog agreement={agreement} onClose={close} />
  if (dialog.kind === 'delete') return <AgreementDeleteDialog agreement={agreement} onClose={close} />
  return (
    <AgreementDetailsDialog
      agreement={agreement}
      onEdit={() => onChange({ kind: 'edit', id: agreement.id })}
      onSend={() => onChange({ kind: 'send', id: agreement.id })}
      onCopied={({ id }) => onChange({ kind: 'details', id })}
      onClose={close}
    />
  )
}
