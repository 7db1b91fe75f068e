import { type EmailDelivery, type EmailType, emailDeliveries, emailTypes } from '@kontor/contract/emails/emails.rules'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { CheckIcon, ClockIcon, FileIcon, RefreshIcon, WarningIcon } from '../../../ui/icons.tsx'

const badgeStyles: Record<EmailDelivery, { tone: Tone; icon: ReactNode }> = {
  queued: { tone: 'neutral', icon: <ClockIcon className="size-3" /> },
  retrying: { tone: 'warning', icon: <RefreshIcon className="size-3" /> },
  stored: { tone: 'neutral', icon: <FileIcon className="size-3" /> },
  sent: { tone: 'positive', icon: <CheckIcon className="size-3" /> },
  failed: { tone: 'danger', icon: <WarningIcon className="size-3" /> },
}

export function DeliveryBadge({ delivery }: { delivery: EmailDelivery }) {
  const { tone, icon } = badgeStyles[delivery]
  // Only what differs from the usual outcome stands out.
  if (delivery === 'sent') {
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap text-[0.8125rem] text-soft">
        {icon}
        {emailDeliveries.sent}
      </span>
    )
  }
  return (
    <Badge tone={tone} icon={icon}>
      {emailDeliveries[delivery]}
    </Badge>
  )
}

export function EmailTypeBadge({ type }: { type: EmailType }) {
  return <span className="whitespace-nowrap text-[0.8125rem]">{emailTypes[type]}</span>
}
