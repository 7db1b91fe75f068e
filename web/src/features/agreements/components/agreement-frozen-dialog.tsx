import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Agreement, useCopyAgreement } from '../agreements.api.ts'

/** Copies an agreement as a new draft and shows the result as a toast. */
export const useCopyAction = ({ id }: Agreement, onCopied: (copy: Agreement) => void) => {
  const { isPending, mutate } = useCopyAgreement()
  const start = () => {
    if (isPending) return
    mutate(id, {
      onSuccess: (created) => {
        toast({ title: 'Avtale opprettet', description: created.title })
        onCopied(created)
      },
      onError: (error) =>
        toast({ title: 'Feil', description: `Kunne ikke kopiere avtale: ${errorText(error)}`, variant: 'destructive' }),
    })
  }
  return { isPending, start }
}

interface AgreementFrozenDialogProps {
  readonly agreement: Agreement
  readonly onCopied: (copy: Agreement) => void
  readonly onClose: () => void
}

/** Replaces the form of an agreement that can no longer be changed. */
export function AgreementFrozenDialog({ agreement, onCopied, onClose }: AgreementFrozenDialogProps) {
  const copy = useCopyAction(agreement, onCopied)
  const footer = (
    <Button variant="primary" aria-disabled={copy.isPending} onClick={copy.start}>
      <CopyIcon /> Kopier avtale
    </Button>
  )
  return (
    <Dialog title={agreement.title} onClose={onClose} footer={footer}>
      <p className="text-sm leading-relaxed">{agreementSentences.frozen}</p>
    </Dialog>
  )
}
