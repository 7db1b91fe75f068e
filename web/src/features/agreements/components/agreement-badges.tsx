import { type AgreementStatus, agreementStatuses, isExpired } from '@kontor/contract/agreements/agreements.rules'
import { nowText, useNow } from '../../../platform/now.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ClockIcon } from '../../../ui/icons.tsx'
import type { Agreement } from '../agreements.api.ts'

export const statusTones: Readonly<Record<AgreementStatus, Tone>> = {
  draft: 'neutral',
  sent: 'accent',
  accepted: 'positive',
  rejected: 'danger',
  pending_contact: 'warning',
}

/** Whether an unanswered agreement (draft or sent) is past its last day. Display only; nothing is stored. */
export const hasLapsed = ({ status, validUntil }: Pick<Agreement, 'status' | 'validUntil'>, now: number): boolean =>
  (status === 'sent' || status === 'draft') && isExpired(validUntil, nowText(now))

export function StatusBadges({ agreement }: { agreement: Agreement }) {
  const now = useNow()
  return (
    <>
      <Badge tone={statusTones[agreement.status]}>{agreementStatuses[agreement.status]}</Badge>
      {hasLapsed(agreement, now) && (
        <Badge tone="warning" icon={<ClockIcon className="size-3" />}>
          Utløpt
        </Badge>
      )}
    </>
  )
}
