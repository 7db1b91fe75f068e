import { agreementStatuses } from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../../platform/api-client.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { Badge } from '../../../ui/base/badge.tsx'
import { leadAgreementQuery } from '../agreements.api.ts'
import { statusTones } from '../parts/agreement-badges.tsx'

interface LeadAgreementProps {
  readonly leadId: number
  /** True if the user may open agreements. */
  readonly canOpen: boolean
}

/** Shows the newest agreement with the customer that a lead became, and the customer's answer. */
export function LeadAgreement({ leadId, canOpen }: LeadAgreementProps) {
  const { data: agreement, error } = useQuery(leadAgreementQuery(leadId))
  if (error) {
    return (
      <p role="alert" className="text-danger text-sm">
        Kunne ikke hente avtalen. {errorText(error)}
      </p>
    )
  }
  if (!agreement) return null
  const { id, reference, title, status, sentAt, respondedAt } = agreement
  const name = `${reference} ${title}`
  return (
    <section aria-label="Avtale" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-semibold">Avtale</span>
      {canOpen ? (
        <Link to={`/admin/avtaler/${id}`} className="underline underline-offset-2 [overflow-wrap:anywhere]">
          {name}
        </Link>
      ) : (
        <span className="[overflow-wrap:anywhere]">{name}</span>
      )}
      <Badge tone={statusTones[status]}>{agreementStatuses[status]}</Badge>
      <span className="text-[0.8125rem] text-soft">
        {respondedAt ? `Svar ${formatDateTime(respondedAt)}` : sentAt && `Sendt ${formatDateTime(sentAt)}`}
      </span>
    </section>
  )
}
