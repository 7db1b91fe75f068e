import { isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import {
  CopyIcon,
  DownloadIcon,
  EditIcon,
  EyeIcon,
  FileIcon,
  MoreIcon,
  PhoneIcon,
  SendIcon,
} from '../../../ui/icons.tsx'
import { type MenuItem, OverflowMenu } from '../../../ui/overflow-menu.tsx'
import { toastFailure } from '../../../ui/toast-store.ts'
import { openForms } from '../../../ui/unsaved.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { type Agreement, agreementPdfAddress } from '../agreements.api.ts'
import { StatusBadge } from './agreement-badges.tsx'
import { canSend, DeliveryMark } from './agreement-card.tsx'
import { AgreementConditions } from './agreement-conditions.tsx'
import { AgreementFacts } from './agreement-facts.tsx'
import { AgreementLines } from './agreement-lines.tsx'
import { AgreementTimeline } from './agreement-timeline.tsx'
import { CustomerView } from './customer-view.tsx'
import { PhoneAnswerDialog } from './phone-answer-dialog.tsx'
import { SaveTemplateDialog } from './save-template-dialog.tsx'
import { EidNotice, SentNotice } from './sent-notice.tsx'
import { useCopyAction } from './use-copy-action.ts'

/** The same as in the menu of a phone, which has no room for five buttons with words. */
function FooterAction({ item }: { item: MenuItem }) {
  const content = (
    <>
      {item.icon} {item.label}
    </>
  )
  return 'href' in item ? (
    <Button asChild size="small">
      <a href={item.href} download>
        {content}
      </a>
    </Button>
  ) : (
    <Button size="small" onClick={item.onSelect}>
      {content}
    </Button>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-rule border-t pt-5 xl:first:border-t-0 xl:first:pt-0">
      <h3 className="mb-3 font-semibold text-[0.9375rem] tracking-tight">{title}</h3>
      {children}
    </section>
  )
}

interface DetailsContentProps {
  readonly agreement: Agreement
  readonly frozen: boolean
  readonly onSend: () => void
}

function DetailsContent({ agreement, frozen, onSend }: DetailsContentProps) {
  return (
    <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <div className="flex flex-wrap items-center gap-1.5">
          <StatusBadge agreement={agreement} />
          <DeliveryMark agreement={agreement} onSend={onSend} />
        </div>
        <AgreementFacts agreement={agreement} />
        {agreement.description && (
          <p className="max-w-prose whitespace-pre-wrap text-sm leading-relaxed [overflow-wrap:anywhere]">
            {agreement.description}
          </p>
        )}
        {!frozen && <SentNotice agreement={agreement} />}
        {!frozen && <EidNotice agreement={agreement} />}
        <Part title="Produktlinjer">
          <AgreementLines agreement={agreement} frozen={frozen} />
        </Part>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Part title="Betingelser">
          <AgreementConditions agreement={agreement} frozen={frozen} />
        </Part>
        <Part title="Historikk">
          <AgreementTimeline id={agreement.id} />
        </Part>
      </div>
    </div>
  )
}

interface AgreementDetailsDialogProps {
  readonly agreement: Agreement
  readonly onEdit: () => void
  readonly onSend: () => void
  readonly onCopied: (copy: Agreement) => void
  readonly onClose: () => void
}

export function AgreementDetailsDialog({ agreement, onEdit, onSend, onCopied, onClose }: AgreementDetailsDialogProps) {
  const copy = useCopyAction(agreement, onCopied)
  const [answering, setAnswering] = useState(false)
  const [savingTemplate, setSavingTemplate] = useState(false)
  /** Nothing takes the lines' place while one of them could not be saved. */
  const unlessUnsaved = (action: () => void) => () =>
    openForms().some(({ dirty, working }) => dirty && !working)
      ? toastFailure('En produktlinje er ikke lagret. Rett den eller velg hva som skal gjelde.')
      : action()
  const [asCustomer, setAsCustomer] = useState(false)
  const hasRoom = useMediaQuery('(min-width: 40rem)')
  const archived = agreement.archivedAt !== null
  const frozen = archived || isFrozen(agreement.status)

  const others: MenuItem[] = [
    { label: 'PDF', icon: <DownloadIcon />, href: agreementPdfAddress(agreement.id) },
    ...(agreement.status === 'draft'
      ? [
          {
            label: asCustomer ? 'Se som kontoret' : 'Se som kunden',
            icon: <EyeIcon />,
            onSelect: unlessUnsaved(() => setAsCustomer(!asCustomer)),
          },
        ]
      : []),
    { label: 'Lagre som avtalemal', icon: <FileIcon />, onSelect: unlessUnsaved(() => setSavingTemplate(true)) },
    ...(archived ? [] : [{ label: 'Kopier avtale', icon: <CopyIcon />, onSelect: unlessUnsaved(copy.start) }]),
    ...(agreement.status === 'sent'
      ? [{ label: 'Registrer svar', icon: <PhoneIcon />, onSelect: unlessUnsaved(() => setAnswering(true)) }]
      : []),
  ]
  const footer = (
    <>
      {hasRoom ? (
        others.map((item) => <FooterAction key={item.label} item={item} />)
      ) : (
        <OverflowMenu label="Flere handlinger" icon={<MoreIcon />} items={others} />
      )}
      {!frozen && (
        <Button size="small" onClick={unlessUnsaved(onEdit)}>
          <EditIcon /> Rediger
        </Button>
      )}
      {!archived && canSend(agreement) && (
        <Button size="small" variant="primary" onClick={unlessUnsaved(onSend)}>
          <SendIcon /> {agreement.status === 'draft' ? 'Send avtale' : 'Send på nytt'}
        </Button>
      )}
    </>
  )

  return (
    <>
      <Dialog
        title={agreement.title}
        description={agreement.reference}
        width="page"
        height="full"
        onClose={onClose}
        footer={footer}
      >
        {asCustomer ? (
          <CustomerView agreement={agreement} />
        ) : (
          <DetailsContent agreement={agreement} frozen={frozen} onSend={unlessUnsaved(onSend)} />
        )}
      </Dialog>
      {savingTemplate && <SaveTemplateDialog agreement={agreement} onClose={() => setSavingTemplate(false)} />}
      {answering && <PhoneAnswerDialog agreement={agreement} onClose={() => setAnswering(false)} />}
    </>
  )
}
