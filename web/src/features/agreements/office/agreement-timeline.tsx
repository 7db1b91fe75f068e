import {
  agreementEvents,
  answerChannels,
  answerOutcomes,
  eventActors,
} from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { Timeline, type TimelineItem } from '../../../ui/base/timeline.tsx'
import { type AgreementEvent, eventsQuery } from '../agreements.api.ts'

const recipientOf = ({ recipientName, recipientEmail }: AgreementEvent): string =>
  recipientName && recipientEmail ? `${recipientName} (${recipientEmail})` : (recipientName ?? recipientEmail ?? '')

const eventTitle = (event: AgreementEvent): string => {
  const words = agreementEvents[event.kind]
  const recipient = recipientOf(event)
  if (event.kind !== 'answered') return recipient ? `${words}: ${recipient}` : words
  const channel = event.channel ? ` · ${answerChannels[event.channel]}` : ''
  return `${words}: ${event.action ? answerOutcomes[event.action] : ''}${channel}${recipient ? ` · ${recipient}` : ''}`
}

const itemOf = (event: AgreementEvent): TimelineItem => {
  const origin = [event.address, event.userAgent].filter(Boolean).join(' · ')
  return {
    id: String(event.id),
    at: event.at,
    title: eventTitle(event),
    author: event.author ?? eventActors[event.actor],
    text: (event.detail || origin) && (
      <>
        {event.detail}
        {origin && <span className="block text-soft text-xs">{origin}</span>}
      </>
    ),
  }
}

export function AgreementTimeline({ id }: { id: string }) {
  const query = useQuery(eventsQuery(id))
  if (!query.data) return <QueryState query={query} failed="Kunne ikke hente historikken" />
  return <Timeline label="Historikk" items={query.data.toReversed().map(itemOf)} />
}
