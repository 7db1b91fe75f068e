import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Agreement, useCopyAgreement } from '../agreements.api.ts'

/** Copies an agreement as a new draft, and tells how it went. */
export const useCopying = ({ id }: Agreement, onCopied: (copy: Agreement) => void) => {
  const { isPending, mutate } = useCopyAgreement()
  const start = () => {
    if (isPending) return
    mutate(id, {
      onSuccess: (made) => {
        toast({ title: 'Avtale opprettet', description: made.title })
        onCopied(made)
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

/** In the place of the form, where nothing can be changed any more. */
export function AgreementFrozenDialog({ agreement, onCopied, onClose }: AgreementFrozenDialogProps) {
  const copy = useCopying(agreement, onCopied)
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
