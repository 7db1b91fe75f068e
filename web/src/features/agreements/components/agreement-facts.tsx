import { agreementLanguages, agreementVerifications } from '@kontor/contract/agreements/agreements.rules'
import { formatDay } from '../../../platform/format/days.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { type Agreement, customerLink } from '../agreements.api.ts'
import { copyCustomerLink } from './copy-customer-link.ts'

function CustomerLink({ token }: { token: string }) {
  const link = customerLink(token)
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
      <IconButton
        label="Kopier lenken"
        icon={<CopyIcon />}
        className="-my-1.5"
        onClick={() => void copyCustomerLink(token)}
      />
    </span>
  )
}

const days = (count: number): string => (count === 1 ? '1 dag' : `${count} dager`)

function Reminders({ agreement }: { agreement: Agreement }) {
  const { reminderDays, remindAfterDays, remindEveryDays, remindAtMost } = agreement
  const rules = [
    remindAfterDays !== null && `${days(remindAfterDays)} etter sending`,
    remindAfterDays !== null && remindEveryDays !== null && `hver ${remindEveryDays}. dag, høyst ${remindAtMost}`,
    reminderDays !== null && `${days(reminderDays)} før siste dag`,
  ].filter((rule) => rule !== false)
  return rules.length === 0 ? 'Av' : rules.join('; ')
}

const responsibleText = ({ responsibleName, responsiblePhone, responsibleEmail }: Agreement): string =>
  [responsibleName, responsiblePhone, responsibleEmail].filter(Boolean).join(' · ')

const factsOf = (agreement: Agreement) =>
  [
    { label: 'Kunde', value: agreement.customerName },
    { label: 'Opprettet', value: formatDateTime(agreement.createdAt) },
    { label: 'Gyldig til', value: agreement.validUntil ? formatDay(agreement.validUntil) : 'Ikke satt' },
    { label: 'Sendt', value: agreement.sentAt && formatDateTime(agreement.sentAt) },
    { label: 'Åpnet', value: agreement.openedAt && formatDateTime(agreement.openedAt) },
    { label: 'Arkivert', value: agreement.archivedAt && formatDateTime(agreement.archivedAt) },
    { label: 'Påminnelse', value: <Reminders agreement={agreement} /> },
    { label: 'Språk', value: agreementLanguages[agreement.language] },
    { label: 'Bekreftelse', value: agreementVerifications[agreement.verification] },
    { label: 'Ansvarlig', value: responsibleText(agreement) },
    { label: 'Kundelenke', value: agreement.status === 'sent' && <CustomerLink token={agreement.responseToken} /> },
    { label: 'Besvart', value: agreement.respondedAt && formatDateTime(agreement.respondedAt) },
    { label: 'Av', value: agreement.respondedBy },
    {
      label: 'Kundens svar',
      value: agreement.customerResponse && <span className="whitespace-pre-line">{agreement.customerResponse}</span>,
    },
    { label: 'SHA-256', value: agreement.evidence },
  ].filter(({ value }) => value)

export function AgreementFacts({ agreement }: { agreement: Agreement }) {
  return <Facts facts={factsOf(agreement)} />
}
