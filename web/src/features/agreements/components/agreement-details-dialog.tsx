import { isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { type ReactNode, useState } from 'react'
import { formatDay } from '../../../platform/format/days.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { CopyIcon, DownloadIcon, EditIcon, PhoneIcon, SendIcon } from '../../../ui/icons.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { type Agreement, agreementPdfAddress, customerLink } from '../agreements.api.ts'
import { AgreementAmounts } from './agreement-amounts.tsx'
import { StatusBadges } from './agreement-badges.tsx'
import { canSend, DeliveryMark } from './agreement-card.tsx'
import { AgreementConditions } from './agreement-conditions.tsx'
import { AgreementLines } from './agreement-lines.tsx'
import { AgreementTimeline } from './agreement-timeline.tsx'
import { PhoneAnswerDialog } from './phone-answer-dialog.tsx'
import { useCopyAction } from './use-copy-action.ts'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-rule border-t pt-5">
      <h3 className="mb-3 font-semibold text-[0.9375rem] tracking-tight">{title}</h3>
      {children}
    </section>
  )
}

function CustomerLink({ token }: { token: string }) {
  const link = customerLink(token)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: 'Suksess', description: 'Lenken er kopiert.' })
    } catch {
      // Blocked by the browser: the user can still select and copy the visible link.
      toastFailure('Nettleseren lot oss ikke kopiere lenken.')
    }
  }
  return (
    <span className="flex items-start gap-2">
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className="min-w-0 break-all underline underline-offset-2"
      >
        {link}
      </a>
      <Button variant="quiet" size="icon" className="-my-1.5" aria-label="Kopier lenken" onClick={() => void copy()}>
        <CopyIcon />
      </Button>
    </span>
  )
}

const reminderText = (days: number | null): string => {
  if (days === null) return 'Av'
  return days === 1 ? '1 dag før siste dag' : `${days} dager før siste dag`
}

const factsOf = (agreement: Agreement) =>
  [
    { label: 'Kunde', value: agreement.customerName },
    { label: 'Opprettet', value: formatDateTime(agreement.createdAt) },
    { label: 'Gyldig til', value: agreement.validUntil ? formatDay(agreement.validUntil) : 'Ikke satt' },
    { label: 'Sendt', value: agreement.sentAt && formatDateTime(agreement.sentAt) },
    { label: 'Påminnelse', value: reminderText(agreement.reminderDays) },
    { label: 'Kundelenke', value: agreement.status === 'sent' && <CustomerLink token={agreement.responseToken} /> },
    { label: 'Besvart', value: agreement.respondedAt && formatDateTime(agreement.respondedAt) },
    { label: 'Av', value: agreement.respondedBy },
    {
      label: 'Kundens svar',
      value: agreement.customerResponse && <span className="whitespace-pre-line">{agreement.customerResponse}</span>,
    },
    { label: 'SHA-256', value: agreement.evidence },
  ].filter(({ value }) => value)

interface AgreementDetailsDialogProps {
  readonly agreement: Agreement
  readonly onEdit: () => void
  readonly onSend: () => void
  readonly onCopied: (copy: Agreement) => void
  readonly onClose: () => void
}

/** An agreement with its terms, lines, conditions, history and actions. */
export function AgreementDetailsDialog({ agreement, onEdit, onSend, onCopied, onClose }: AgreementDetailsDialogProps) {
  const copy = useCopyAction(agreement, onCopied)
  const [answering, setAnswering] = useState(false)
  const frozen = isFrozen(agreement.status)

  const footer = (
    <>
      <Button asChild size="small">
        <a href={agreementPdfAddress(agreement.id)} download>
          <DownloadIcon /> PDF
        </a>
      </Button>
      <Button size="small" aria-disabled={copy.isPending} onClick={copy.start}>
        <CopyIcon /> Kopier avtale
      </Button>
      {agreement.status === 'sent' && (
        <Button size="small" onClick={() => setAnswering(true)}>
          <PhoneIcon /> Registrer svar
        </Button>
      )}
      {!frozen && (
        <Button size="small" onClick={onEdit}>
          <EditIcon /> Rediger
        </Button>
      )}
      {canSend(agreement) && (
        <Button size="small" variant="primary" onClick={onSend}>
          <SendIcon /> {agreement.status === 'draft' ? 'Send avtale' : 'Send på nytt'}
        </Button>
      )}
    </>
  )

  return (
    <>
      <Dialog title={agreement.title} width="wide" onClose={onClose} footer={footer}>
        <div className="flex flex-col gap-6">
          <div className="flex flex-wrap items-center gap-1.5">
            <StatusBadges agreement={agreement} />
            <DeliveryMark agreement={agreement} onSend={onSend} />
          </div>
          <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_16rem]">
            <Facts facts={factsOf(agreement)} />
            <AgreementAmounts amounts={agreement} className="rounded-md bg-sunken p-4" />
          </div>
          {agreement.description && (
            <p className="max-w-prose whitespace-pre-wrap text-sm leading-relaxed [overflow-wrap:anywhere]">
              {agreement.description}
            </p>
          )}
          <Part title="Produktlinjer">
            <AgreementLines agreement={agreement} frozen={frozen} />
          </Part>
          <Part title="Betingelser">
            <AgreementConditions agreement={agreement} frozen={frozen} />
          </Part>
          <Part title="Historikk">
            <AgreementTimeline id={agreement.id} />
          </Part>
        </div>
      </Dialog>
      {answering && <PhoneAnswerDialog agreement={agreement} onClose={() => setAnswering(false)} />}
    </>
  )
}
