import {
  type AnswerAction,
  agreementEvents,
  agreementLimits,
  answerActions,
  answerChannels,
  eventActors,
  expiresWithAgreement,
  isFrozen,
} from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDay } from '../../../platform/format/days.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { CopyIcon, DownloadIcon, EditIcon, PhoneIcon, SendIcon } from '../../../ui/icons.tsx'
import { Select } from '../../../ui/select.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import {
  type Agreement,
  type AgreementEvent,
  agreementPdfAddress,
  customerLink,
  eventsQuery,
  useRecordAnswer,
} from '../agreements.api.ts'
import { AgreementAmounts } from './agreement-amounts.tsx'
import { hasLapsed, StatusBadges } from './agreement-badges.tsx'
import { canSend, DeliveryMark } from './agreement-card.tsx'
import { AgreementConditions } from './agreement-conditions.tsx'
import { AgreementLines } from './agreement-lines.tsx'
import { PartState } from './part-state.tsx'
import { SentNotice } from './sent-notice.tsx'
import { useCopyAction } from './use-copy-action.ts'

const isAction = (value: string): value is AnswerAction => value in answerActions

/** Records an answer given by phone; the timeline marks it as such. */
function PhoneAnswerDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const record = useRecordAnswer()
  const lapsed = hasLapsed(agreement, useNow())
  const offeredActions = Object.entries(answerActions).filter(
    ([action]) => !(lapsed && expiresWithAgreement(action as AnswerAction)),
  )
  const [action, setAction] = useState<AnswerAction>(lapsed ? 'contact' : 'accept')
  const [name, setName] = useState('')
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async () => {
    setProblem(null)
    try {
      const body = { action, name: name.trim() || null, message: message.trim() || null, version: agreement.version }
      await record.mutateAsync({ params: { id: agreement.id }, body })
      toast({ title: 'Suksess', description: 'Svaret er registrert.' })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      toastFailure(`Kunne ikke registrere svaret: ${errorText(error)}`)
    }
  }

  return (
    <FormDialog
      title="Registrer svar gitt på telefon"
      description="Svaret gjelder som om kunden hadde gitt det via lenken, og historikken viser at det kom på telefon."
      dirty={name !== '' || message !== ''}
      submitLabel="Registrer svar"
      workingLabel="Registrerer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        {lapsed && <Notice tone="warning">Fristen er ute: kunden kan bare be om kontakt.</Notice>}
        <Field label="Svar" required>
          {(control) => (
            <Select
              {...control}
              value={action}
              onValueChange={(value) => isAction(value) && setAction(value)}
              options={offeredActions.map(([value, label]) => ({ value, label }))}
            />
          )}
        </Field>
        <Field label="Hvem svarte?">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={agreementLimits.answeredBy}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Melding">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={message}
              maxLength={agreementLimits.message}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  )
}

const recipientOf = ({ recipientName, recipientEmail }: AgreementEvent): string =>
  recipientName && recipientEmail ? `${recipientName} (${recipientEmail})` : (recipientName ?? recipientEmail ?? '')

const eventTitle = (event: AgreementEvent): string => {
  const words = agreementEvents[event.kind]
  const recipient = recipientOf(event)
  if (event.kind !== 'answered') return recipient ? `${words}: ${recipient}` : words
  const channel = event.channel ? ` · ${answerChannels[event.channel]}` : ''
  return `${words}: ${event.action ? answerActions[event.action] : ''}${channel}${recipient ? ` · ${recipient}` : ''}`
}

function Event({ event }: { event: AgreementEvent }) {
  const origin = [event.address, event.userAgent].filter(Boolean).join(' · ')
  return (
    <li className="relative border-rule border-l pb-4 pl-5 last:pb-0 before:absolute before:top-1.5 before:-left-1 before:size-2 before:rounded-full before:bg-fjord">
      <p className="text-[0.8125rem] text-soft">
        <time dateTime={event.at}>{formatDateTime(event.at)}</time> · {eventActors[event.actor]}
      </p>
      <p className="text-sm [overflow-wrap:anywhere]">{eventTitle(event)}</p>
      {event.detail && (
        <p className="mt-0.5 whitespace-pre-wrap text-sm text-soft [overflow-wrap:anywhere]">{event.detail}</p>
      )}
      {origin && <p className="mt-0.5 text-soft text-xs [overflow-wrap:anywhere]">{origin}</p>}
    </li>
  )
}

function AgreementTimeline({ id }: { id: string }) {
  const query = useQuery(eventsQuery(id))
  if (!query.data) return <PartState query={query} failed="Kunne ikke hente historikken" />
  return (
    <ol aria-label="Historikk">
      {query.data.toReversed().map((event) => (
        <Event key={event.id} event={event} />
      ))}
    </ol>
  )
}

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
      <IconButton label="Kopier lenken" icon={<CopyIcon />} className="-my-1.5" onClick={() => void copy()} />
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
          <SentNotice agreement={agreement} />
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
