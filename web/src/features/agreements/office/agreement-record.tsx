import { isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '../../../platform/now.ts'
import { Button, type ButtonProps } from '../../../ui/base/button.tsx'
import {
  ClockIcon,
  CopyIcon,
  DownloadIcon,
  EyeIcon,
  FileIcon,
  MoreIcon,
  PhoneIcon,
  SendIcon,
} from '../../../ui/base/icons.tsx'
import { type MenuItem, OverflowMenu } from '../../../ui/base/overflow-menu.tsx'
import { useMediaQuery } from '../../../ui/base/use-media-query.ts'
import { useAfterSaving } from '../../../ui/form/use-after-saving.ts'
import { useHeld } from '../../../ui/form/use-held.ts'
import { RecordPart, RecordSheet } from '../../../ui/record/record-sheet.tsx'
import type { RecordMoves } from '../../../ui/record/use-record-moves.ts'
import { type Agreement, agreementPdfAddress } from '../agreements.api.ts'
import { hasLapsed, StatusBadge } from '../parts/agreement-badges.tsx'
import { EidNotice, SentNotice } from '../parts/sent-notice.tsx'
import { PhoneAnswerDialog } from '../sending/phone-answer-dialog.tsx'
import { SaveTemplateDialog } from '../templates/save-template-dialog.tsx'
import { AgreementAnswer } from './agreement-answer.tsx'
import { canSend, DeliveryMark } from './agreement-card.tsx'
import { AgreementConditions } from './agreement-conditions.tsx'
import { AgreementFacts } from './agreement-facts.tsx'
import { AgreementLines } from './agreement-lines.tsx'
import { AgreementTimeline } from './agreement-timeline.tsx'
import { CustomerView } from './customer-view.tsx'
import type { OpenDialog } from './open-dialog.ts'
import { useCopyAction } from './use-copy-action.ts'

interface RecordActionProps {
  readonly item: MenuItem
  readonly variant?: ButtonProps['variant']
}

/** Shows an action as a button. On phones, which lack room, all actions but the main one are in a menu. */
function RecordAction({ item, variant = 'secondary' }: RecordActionProps) {
  const content = (
    <>
      {item.icon} {item.label}
    </>
  )
  return 'href' in item ? (
    <Button asChild size="small" variant={variant}>
      <a href={item.href} download>
        {content}
      </a>
    </Button>
  ) : (
    <Button size="small" variant={variant} onClick={item.onSelect}>
      {content}
    </Button>
  )
}

/** Shows the agreement's state, customer and mail delivery in the top line. */
function StatusLine({ agreement, onSend }: { agreement: Agreement; onSend: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <StatusBadge agreement={agreement} />
      <Link
        to={`/admin/kunder/${agreement.customerId}`}
        className="inline-block py-1 underline decoration-rule underline-offset-3 [overflow-wrap:anywhere] hover:decoration-ink"
      >
        {agreement.customerName}
      </Link>
      <DeliveryMark agreement={agreement} onSend={onSend} />
    </div>
  )
}

interface AgreementRecordProps {
  readonly agreement: Agreement
  readonly moves: RecordMoves
  readonly onOpenDialog: (dialog: OpenDialog) => void
  readonly onCopied: (copy: Agreement) => void
  readonly onClose: () => void
}

export const agreementKind = 'Avtale'

/** Returns the button that opens an agreement from its row or card. */
export const findAgreementRow = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-agreement="${CSS.escape(id)}"] button`)

/** Shows an agreement's record over the list. */
export function AgreementRecord({ agreement, moves, onOpenDialog, onCopied, onClose }: AgreementRecordProps) {
  const { id, reference, status } = agreement
  const copy = useCopyAction(agreement, onCopied)
  const [answering, setAnswering] = useState(false)
  const [savingTemplate, setSavingTemplate] = useState(false)
  const run = useAfterSaving((of: string, action: () => void) => of === id && action(), { allowsDrafts: false })
  /** Wraps an action, which needs the agreement's current version and would hide an unsaved line. */
  const afterSaving = (action: () => void) => () => run(id, action)
  const open = (kind: 'edit' | 'send' | 'delete' | 'extend') => afterSaving(() => onOpenDialog({ kind, id }))
  /** The id of the draft that is shown as its customer will see it; null for none. */
  const [shownAsCustomer, setShownAsCustomer] = useState<string | null>(null)
  const asCustomer = shownAsCustomer === id
  const hasRoom = useMediaQuery('(min-width: 40rem)')
  const lapsed = hasLapsed(agreement, useNow())
  const archived = agreement.archivedAt !== null
  // Rows and forms with unsaved input stay when the customer answers.
  const frozen = useHeld(archived || isFrozen(status))

  const pdf: MenuItem = { label: 'PDF', icon: <DownloadIcon />, href: agreementPdfAddress(id) }
  const extend: MenuItem = { label: 'Forleng fristen', icon: <ClockIcon />, onSelect: open('extend') }
  const send: MenuItem = {
    label: status === 'draft' ? 'Send avtale' : 'Send på nytt',
    icon: <SendIcon />,
    onSelect: open('send'),
  }
  /** The main action for the agreement's state. It isn't a primary button if the customer asked for contact: the contact links matter more then. */
  const main = status === 'accepted' ? pdf : lapsed && !archived ? extend : send
  const others: MenuItem[] = [
    ...(!archived && canSend(agreement) ? [send] : []),
    pdf,
    ...(status === 'draft'
      ? [
          {
            label: asCustomer ? 'Se som kontoret' : 'Se som kunden',
            icon: <EyeIcon />,
            onSelect: afterSaving(() => setShownAsCustomer(asCustomer ? null : id)),
          },
        ]
      : []),
    { label: 'Lagre som avtalemal', icon: <FileIcon />, onSelect: afterSaving(() => setSavingTemplate(true)) },
    ...(archived ? [] : [{ label: 'Kopier avtale', icon: <CopyIcon />, onSelect: afterSaving(copy.start) }]),
    ...(status === 'sent'
      ? [{ label: 'Registrer svar', icon: <PhoneIcon />, onSelect: afterSaving(() => setAnswering(true)) }]
      : []),
  ].filter((item) => item !== main)
  const hasMain = main !== send || (!archived && canSend(agreement))
  const actions = (
    <>
      {hasMain && <RecordAction item={main} variant={status === 'pending_contact' ? 'secondary' : 'primary'} />}
      {hasRoom ? (
        others.map((item) => <RecordAction key={item.label} item={item} />)
      ) : (
        <OverflowMenu label="Flere handlinger" icon={<MoreIcon />} items={others} />
      )}
    </>
  )
  const aside = (
    <>
      <RecordPart title="Om avtalen">
        <AgreementFacts agreement={agreement} />
      </RecordPart>
      <RecordPart title="Betingelser">
        <AgreementConditions agreement={agreement} frozen={frozen} />
      </RecordPart>
    </>
  )

  return (
    <>
      <RecordSheet
        recordId={id}
        kind={`${agreementKind} ${reference}`}
        title={agreement.title}
        moves={moves}
        actions={actions}
        roomy
        {...(!frozen && { onEdit: open('edit') })}
        {...(!archived && { onDelete: open('delete') })}
        findRow={() => findAgreementRow(id)}
        onClose={onClose}
        aside={!asCustomer && aside}
      >
        {asCustomer ? (
          <CustomerView agreement={agreement} />
        ) : (
          <>
            <StatusLine agreement={agreement} onSend={open('send')} />
            <AgreementAnswer agreement={agreement} />
            {agreement.description && (
              <p className="max-w-prose whitespace-pre-wrap text-sm leading-relaxed [overflow-wrap:anywhere]">
                {agreement.description}
              </p>
            )}
            {!frozen && <SentNotice agreement={agreement} />}
            {!frozen && <EidNotice agreement={agreement} />}
            <RecordPart title="Produktlinjer">
              <AgreementLines agreement={agreement} frozen={frozen} />
            </RecordPart>
            <RecordPart title="Historikk">
              <AgreementTimeline id={id} />
            </RecordPart>
          </>
        )}
      </RecordSheet>
      {savingTemplate && <SaveTemplateDialog agreement={agreement} onClose={() => setSavingTemplate(false)} />}
      {answering && <PhoneAnswerDialog agreement={agreement} onClose={() => setAnswering(false)} />}
    </>
  )
}
