import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import type { Agreement } from '../agreements.api.ts'
import { useCopyAction } from './use-copy-action.ts'

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
