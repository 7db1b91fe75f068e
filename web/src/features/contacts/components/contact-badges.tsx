import { type ContactState, contactStates } from '@kontor/contract/contacts/contacts.rules'
import { Badge } from '../../../ui/base/badge.tsx'
import { CheckIcon } from '../../../ui/base/icons.tsx'
import { SuspectBadge } from '../../../ui/table/column-cells.tsx'

/** Shows an enquiry's state. In a list, handled enquiries have no badge. */
export function ContactStateBadge({ state, inList = false }: { state: ContactState; inList?: boolean }) {
  if (state === 'suspect') return <SuspectBadge />
  if (state === 'new') return <Badge tone="accent">{contactStates.new}</Badge>
  if (inList) return null
  return (
    <Badge tone="positive" icon={<CheckIcon className="size-3" />}>
      {contactStates.handled}
    </Badge>
  )
}
