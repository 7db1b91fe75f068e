import { frozenSentence, isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { type Agreement, useDeleteAgreement } from '../agreements.api.ts'
import { AgreementDetailsDialog } from './agreement-details-dialog.tsx'
import { AgreementFormDialog } from './agreement-form-dialog.tsx'
import { AgreementSendDialog } from './agreement-send-dialog.tsx'
import type { OpenDialog } from './open-dialog.ts'
import { useCopyAction } from './use-copy-action.ts'

function AgreementDeleteDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const remove = useDeleteAgreement()
  return (
    <DeleteDialog
      title="Slette avtalen?"
      remove={() => remove.mutateAsync(agreement.id)}
      deleted={{ title: 'Avtale slettet', description: agreement.title }}
      failed={(reason) => `Kunne ikke slette avtale: ${reason}`}
      problem="Avtalen ble ikke slettet."
      onCancel={onClose}
    >
      <p>Er du sikker på at du vil slette avtalen "{agreement.title}"?</p>
      <p className="mt-2">
        {agreement.status === 'accepted'
          ? 'Avtalen er akseptert. Den forsvinner fra listen, men blir tatt vare på, slik bokføringsloven krever.'
          : 'Linjene, betingelsene og historikken følger med, og lenken kunden har fått, slutter å virke. Det kan ikke angres.'}
      </p>
    </DeleteDialog>
  )
}

interface AgreementFrozenDialogProps {
  readonly agreement: Agreement
  readonly onCopied: (copy: Agreement) => void
  readonly onClose: () => void
}

/** Replaces the form of an agreement that can no longer be changed. */
function AgreementFrozenDialog({ agreement, onCopied, onClose }: AgreementFrozenDialogProps) {
  const copy = useCopyAction(agreement, onCopied)
  const footer = (
    <Button variant="primary" aria-disabled={copy.isPending} onClick={copy.start}>
      <CopyIcon /> Kopier avtale
    </Button>
  )
  return (
    <Dialog title={agreement.title} onClose={onClose} footer={footer}>
      <p className="text-sm leading-relaxed">{frozenSentence(agreement.status)}</p>
    </Dialog>
  )
}

interface AgreementDialogsProps {
  readonly agreements: readonly Agreement[]
  readonly dialog: OpenDialog | null
  readonly onChange: (dialog: OpenDialog | null) => void
}

/** The dialog's agreement from the list. If another user has deleted it, its last known state, so that typed text is not lost. */
const useDialogAgreement = (agreements: readonly Agreement[], dialog: OpenDialog | null): Agreement | null => {
  const id = dialog !== null && 'id' in dialog ? dialog.id : null
  const found = agreements.find((agreement) => agreement.id === id) ?? null
  const [lastKnown, setLastKnown] = useState(found)
  if (found !== null && found !== lastKnown) setLastKnown(found)
  return found ?? (lastKnown?.id === id ? lastKnown : null)
}

export function AgreementDialogs({ agreements, dialog, onChange }: AgreementDialogsProps) {
  const agreement = useDialogAgreement(agreements, dialog)
  const close = () => onChange(null)
  const showDetails = ({ id }: Agreement) => onChange({ kind: 'details', id })
  if (dialog === null) return null
  // A new agreement opens at once, so that lines can be added.
  if (dialog.kind === 'create') {
    return <AgreementFormDialog onSaved={showDetails} onClose={close} />
  }
  if (!agreement) return null
  const back = 'from' in dialog && dialog.from === 'details' ? () => showDetails(agreement) : close
  if (dialog.kind === 'edit') {
    if (isFrozen(agreement.status)) {
      return <AgreementFrozenDialog agreement={agreement} onCopied={showDetails} onClose={close} />
    }
    return <AgreementFormDialog agreement={agreement} onSaved={back} onClose={back} />
  }
  if (dialog.kind === 'send') return <AgreementSendDialog agreement={agreement} onSent={close} onClose={back} />
  if (dialog.kind === 'delete') return <AgreementDeleteDialog agreement={agreement} onClose={close} />
  return (
    <AgreementDetailsDialog
      agreement={agreement}
      onEdit={() => onChange({ kind: 'edit', id: agreement.id, from: 'details' })}
      onSend={() => onChange({ kind: 'send', id: agreement.id, from: 'details' })}
      onCopied={showDetails}
      onClose={close}
    />
  )
}
