import { answerChannels, answerOutcomes, statusAfter } from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime, telAddress } from '../../../platform/format.ts'
import { mailAddress } from '../../../platform/mail-address.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Facts } from '../../../ui/base/facts.tsx'
import { MailIcon, PhoneIcon } from '../../../ui/base/icons.tsx'
import { RecordPart } from '../../../ui/record/record-sheet.tsx'
import { contactPersonsQuery } from '../../customers/customers.api.ts'
import type { Agreement } from '../agreements.api.ts'

/** Shows links to contact a customer who asked to be contacted. */
function ContactWays({ agreement }: { agreement: Agreement }) {
  const { data } = useQuery(contactPersonsQuery(agreement.customerId))
  const person = data?.find(({ id }) => id === agreement.contactPersonId)
  const phone = person?.mobilePhone ? telAddress(person.mobilePhone) : null
  if (!person?.email && phone === null) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {person?.email && (
        <Button asChild size="small" variant="primary">
          <a href={`${mailAddress(person.email)}?subject=${encodeURIComponent(agreement.title)}`}>
            <MailIcon /> Svar {person.firstName}
          </a>
        </Button>
      )}
      {phone !== null && (
        <Button asChild size="small">
          <a href={phone}>
            <PhoneIcon /> Ring {person?.mobilePhone}
          </a>
        </Button>
      )}
    </div>
  )
}

/** Shows the customer's answer at the top of an answered agreement. */
export function AgreementAnswer({ agreement }: { agreement: Agreement }) {
  const { status, respondedAt, respondedBy, answerChannel, customerResponse, evidence } = agreement
  const action = keysOf(answerOutcomes).find((step) => statusAfter('sent', step) === status)
  if (!respondedAt) return null
  const facts = [
    { label: 'Besvart', value: formatDateTime(respondedAt) },
    { label: 'Besvart av', value: respondedBy },
    { label: 'Måte', value: answerChannel && answerChannels[answerChannel] },
    { label: 'Bevis (SHA-256)', value: evidence },
  ].filter(({ value }) => value)
  return (
    <RecordPart title={action ? `Kundens svar: ${answerOutcomes[action]}` : 'Forrige svar'}>
      {customerResponse && (
        <blockquote className="mb-3 max-w-prose whitespace-pre-wrap border-fjord-line border-l-2 pl-4 text-[0.9375rem] leading-relaxed [overflow-wrap:anywhere]">
          {customerResponse}
        </blockquote>
      )}
      <Facts facts={facts} />
      {status === 'pending_contact' && <ContactWays agreement={agreement} />}
    </RecordPart>
  )
}
