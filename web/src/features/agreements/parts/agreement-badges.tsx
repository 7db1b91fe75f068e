import { type AgreementStatus, agreementStatuses, isExpired } from '@kontor/contract/agreements/agreements.rules'
import { nowText, useNow } from '../../../platform/now.ts'
import { Badge, type Tone } from '../../../ui/base/badge.tsx'
import { ClockIcon } from '../../../ui/base/icons.tsx'
import type { Agreement } from '../agreements.api.ts'

export const statusTones: Readonly<Record<AgreementStatus, Tone>> = {
  draft: 'neutral',
  sent: 'accent',
  accepted: 'positive',
  rejected: 'danger',
  pending_contact: 'warning',
}

/** Returns true if a draft or sent agreement is past its last day. This is only for display: the stored status doesn't change. */
export const hasLapsed = ({ status, validUntil }: Pick<Agreement, 'status' | 'validUntil'>, now: number): boolean =>
  (status === 'sent' || status === 'draft') && isExpired(validUntil, nowText(now))

/** Shows the status in one pill, including whether the customer has opened the agreement or its last day has passed. */
export function StatusBadge({ agreement }: { agreement: Agreement }) {
  const lapsed = hasLapsed(agreement, useNow())
  const { status, openedAt } = agreement
  const more = lapsed ? 'utløpt' : status === 'sent' && openedAt !== null && 'åpnet'
  return (
    <Badge tone={lapsed ? 'warning' : statusTones[status]} icon={lapsed && <ClockIcon className="size-3" />}>
      {agreementStatuses[status]}
      {more && ` · ${more}`}
    </Badge>
  )
}

export const sendLabel = ({ status }: Agreement): string =>
  status === 'draft' ? 'Send avtale' : 'Send avtale på nytt / påminnelse'
