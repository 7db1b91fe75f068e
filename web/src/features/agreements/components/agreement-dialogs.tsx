import { agreementSentences, frozenSentence, isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../platform/api-client.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { Button } from '../../../ui/button.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { type Agreement, agreementQuery, useDeleteAgreement } from '../agreements.api.ts'
import { AgreementFormDialog } from './agreement-form-dialog.tsx'
import { AgreementDetailsDialog } from './agreement-record.tsx'
import { AgreementSendDialog } from './agreement-send-dialog.tsx'
import { AgreementTemplatesDialog } from './agreement-templates-dialog.tsx'
import type { OpenDialog } from './open-dialog.ts'
import { PartState } from './part-state.tsx'
import { useAgreementAddress } from './use-agreement-address.ts'
import { useCopyAction } from './use-copy-action.ts'

function AgreementDeleteDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const remove = useDeleteAgreement()
  return (
    <DeleteDialog
      title="Slette avtalen?"
      version={agreement.version}
      remove={(version = agreement.version) => remove.mutateAsync({ ...agreement, version })}
      undo={{ kind: 'agreements', ids: [agreement.id] }}
      deleted={{ title: 'Avtale slettet', description: agreement.title }}
      failed={(reason) => `Kunne ikke slette avtale: ${reason}`}
      problem="Avtalen ble ikke slettet."
      onCancel={onClose}
    >
      <p>Er du sikker på at du vil slette avtalen "{agreement.title}"?</p>
      <p className="mt-2">
        {agreement.status === 'accepted' ? (
          'Avtalen er akseptert. Den forsvinner fra listen, men blir tatt vare på, slik bokføringsloven krever.'
        ) : (
          <>
            Linjene, betingelsene og historikken følger med, og lenken kunden har fått, slutter å virke. <UndoHint />
          </>
        )}
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
  readonly list: UseQueryResult<Agreement[]>
  readonly dialog: OpenDialog | null
  readonly onChange: (dialog: OpenDialog | null) => void
}

/**
 * An agreement from the list, or by its id if the list lacks it. If another user has deleted it, its last known state, so that typed
 * text is not lost.
 */
const useListedAgreement = (list: AgreementDialogsProps['list'], id: string | null) => {
  const listed = list.data?.find((agreement) => agreement.id === id) ?? null
  const single = useQuery({
    ...agreementQuery(id ?? ''),
    enabled: id !== null && listed === null && !list.isPending,
  })
  const found = listed ?? (single.error ? null : (single.data ?? null))
  const [lastKnown, setLastKnown] = useState(found)
  if (found !== null && found !== lastKnown) setLastKnown(found)
  return { agreement: found ?? (lastKnown?.id === id ? lastKnown : null), single }
}

/** In place of an agreement that isn't known yet, or not at all. */
function MissingAgreementDialog({ single, onClose }: { single: UseQueryResult<Agreement>; onClose: () => void }) {
  const { error } = single
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <Dialog title={isUnknown ? agreementSentences.notFound : 'Avtale'} width="page" height="full" onClose={onClose}>
      {isUnknown ? (
        <p className="text-sm leading-relaxed">Adressen er feil, eller avtalen er slettet.</p>
      ) : (
        <PartState query={single} failed="Kunne ikke hente avtalen" />
      )}
    </Dialog>
  )
}

export function AgreementDialogs({ list, dialog, onChange }: AgreementDialogsProps) {
  const address = useAgreementAddress()
  const { agreement, single } = useListedAgreement(list, dialog !== null && 'id' in dialog ? dialog.id : address.id)
  /** To the details that the dialog was opened from, or to the list. */
  const close = () => onChange(null)
  const showDetails = ({ id }: Agreement) => {
    close()
    address.open(id)
  }
  // A new agreement opens at once, so that lines can be added.
  if (dialog?.kind === 'create') {
    return <AgreementFormDialog template={dialog.template} onSaved={showDetails} onClose={close} />
  }
  if (dialog?.kind === 'templates') {
    return <AgreementTemplatesDialog onChoose={(template) => onChange({ kind: 'create', template })} onClose={close} />
  }
  if (!agreement) {
    return address.id === null ? null : <MissingAgreementDialog single={single} onClose={address.close} />
  }
  if (dialog?.kind === 'edit') {
    if (isFrozen(agreement.status)) {
      return <AgreementFrozenDialog agreement={agreement} onCopied={showDetails} onClose={close} />
    }
    return <AgreementFormDialog agreement={agreement} onSaved={close} onClose={close} />
  }
  if (dialog?.kind === 'send') {
    const finish = () => {
      close()
      if (address.id !== null) address.close()
    }
    return <AgreementSendDialog agreement={agreement} onSent={finish} onClose={close} />
  }
  if (dialog?.kind === 'delete') return <AgreementDeleteDialog agreement={agreement} onClose={close} />
  if (address.id === null) return null
  return (
    <AgreementDetailsDialog
      agreement={agreement}
      onEdit={() => onChange({ kind: 'edit', id: agreement.id })}
      onSend={() => onChange({ kind: 'send', id: agreement.id })}
      onCopied={showDetails}
      onClose={address.close}
    />
  )
}
