import { agreementSentences, frozenSentence, isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { CopyIcon } from '../../../ui/base/icons.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useHeld, useLastKnown } from '../../../ui/form/use-held.ts'
import { RecordQuery } from '../../../ui/record/record-sheet.tsx'
import { useRecordMoves } from '../../../ui/record/use-record-moves.ts'
import { type Agreement, agreementQuery, useDeleteAgreement } from '../agreements.api.ts'
import { AgreementSendDialog } from '../sending/agreement-send-dialog.tsx'
import { ExtendDialog } from '../sending/extend-dialog.tsx'
import { AgreementTemplatesDialog } from '../templates/agreement-templates-dialog.tsx'
import { AgreementFormDialog } from './agreement-form-dialog.tsx'
import { AgreementRecord, agreementKind, findAgreementRow } from './agreement-record.tsx'
import type { OpenDialog } from './open-dialog.ts'
import { useAgreementAddress } from './use-agreement-address.ts'
import { useCopyAction } from './use-copy-action.ts'

interface AgreementDeleteDialogProps {
  readonly agreement: Agreement
  readonly onDeleted: () => void
  readonly onClose: () => void
}

function AgreementDeleteDialog({ agreement, onDeleted, onClose }: AgreementDeleteDialogProps) {
  const remove = useDeleteAgreement()
  return (
    <DeleteDialog
      title="Slette avtalen?"
      version={agreement.version}
      remove={async (version) => {
        await remove.mutateAsync({ ...agreement, version })
        onDeleted()
      }}
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
            Linjene, betingelsene og historikken følger med
            {agreement.status === 'draft' ? '. ' : ', og lenken kunden har fått, slutter å virke. '}
            <UndoHint />
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

/** Replaces the form if the agreement can no longer be changed; offers to copy it. */
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

/** Finds an agreement in the list, or fetches it by its id. */
const useListedAgreement = (list: UseQueryResult<Agreement[]>, id: string | null) => {
  const listed = list.data?.find((agreement) => agreement.id === id)
  const single = useQuery({
    ...agreementQuery(id ?? ''),
    enabled: id !== null && listed === undefined && !list.isPending,
  })
  return listed ? { ...single, data: listed, error: null } : single
}

const texts = {
  missing: agreementSentences.notFound,
  reason: 'Adressen er feil, eller avtalen er slettet.',
  failed: 'Kunne ikke hente avtalen',
}

interface AgreementDialogsProps {
  readonly list: UseQueryResult<Agreement[]>
  /** The ids of the listed agreements, in the list's order. */
  readonly shownIds: readonly string[]
  readonly dialog: OpenDialog | null
  readonly onChange: (dialog: OpenDialog | null) => void
}

/** Shows the record of the open agreement, and the open dialog. */
export function AgreementDialogs({ list, shownIds, dialog, onChange }: AgreementDialogsProps) {
  const address = useAgreementAddress()
  const opened = useListedAgreement(list, address.id)
  const moves = useRecordMoves(shownIds, address.id, address.open)
  const close = () => onChange(null)
  const showDetails = ({ id }: Agreement) => {
    close()
    address.open(id)
  }
  return (
    <>
      {address.id !== null && (
        <RecordQuery
          id={address.id}
          query={opened}
          kind={agreementKind}
          findRow={() => findAgreementRow(address.id ?? '')}
          onClose={address.close}
          texts={texts}
        >
          {(agreement) => (
            <AgreementRecord
              agreement={agreement}
              moves={moves}
              onOpenDialog={onChange}
              onCopied={showDetails}
              onClose={address.close}
            />
          )}
        </RecordQuery>
      )}
      {dialog?.kind === 'templates' && (
        <AgreementTemplatesDialog onChoose={(template) => onChange({ kind: 'create', template })} onClose={close} />
      )}
      {/* Opens a new agreement's record after it is saved, so that the user can add lines. */}
      {dialog?.kind === 'create' && (
        <AgreementFormDialog template={dialog.template} onSaved={showDetails} onClose={close} />
      )}
      {dialog !== null && 'id' in dialog && (
        <ExistingDialog
          list={list}
          dialog={dialog}
          onCopied={showDetails}
          onGone={() => {
            close()
            address.closeOf(dialog.id)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface ExistingDialogProps {
  readonly list: UseQueryResult<Agreement[]>
  readonly dialog: Extract<OpenDialog, { readonly id: string }>
  readonly onCopied: (copy: Agreement) => void
  /** Called after the agreement is deleted or sent, to return to the list. */
  readonly onGone: () => void
  readonly onClose: () => void
}

function ExistingDialog({ list, dialog, onCopied, onGone, onClose }: ExistingDialogProps) {
  const agreement = useLastKnown(dialog.id, useListedAgreement(list, dialog.id).data)
  const isChangeable = useHeld(agreement !== null && !isFrozen(agreement.status))
  if (!agreement) return null
  switch (dialog.kind) {
    case 'send':
      return <AgreementSendDialog agreement={agreement} onSent={onGone} onClose={onClose} />
    case 'delete':
      return <AgreementDeleteDialog agreement={agreement} onDeleted={onGone} onClose={onClose} />
    case 'extend':
      return <ExtendDialog agreement={agreement} onClose={onClose} />
    default:
      return isChangeable ? (
        <AgreementFormDialog agreement={agreement} onSaved={onClose} onClose={onClose} />
      ) : (
        <AgreementFrozenDialog agreement={agreement} onCopied={onCopied} onClose={onClose} />
      )
  }
}
