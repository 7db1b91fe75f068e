import { type EmailDelivery, type EmailType, emailDeliveries, emailTypes } from '@kontor/contract/emails/emails.rules'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../../ui/base/badge.tsx'
import { CheckIcon, ClockIcon, FileIcon, RefreshIcon, WarningIcon } from '../../../ui/base/icons.tsx'

const badgeStyles: Record<EmailDelivery, { tone: Tone; icon: ReactNode }> = {
  queued: { tone: 'neutral', icon: <ClockIcon className="size-3" /> },
  retrying: { tone: 'warning', icon: <RefreshIcon className="size-3" /> },
  stored: { tone: 'neutral', icon: <FileIcon className="size-3" /> },
  sent: { tone: 'quiet', icon: <CheckIcon className="size-3" /> },
  failed: { tone: 'danger', icon: <WarningIcon className="size-3" /> },
}

export function DeliveryBadge({ delivery }: { delivery: EmailDelivery }) {
  const { tone, icon } = badgeStyles[delivery]
  return (
    <Badge tone={tone} icon={icon}>
      {emailDeliveries[delivery]}
    </Badge>
  )
}

export function EmailTypeBadge({ type }: { type: EmailType }) {
  return <Badge tone="quiet">{emailTypes[type]}</Badge>
}
