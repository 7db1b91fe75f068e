import {
  agreementEvents,
  answerActions,
  answerChannels,
  eventActors,
} from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../../platform/format.ts'
import { type AgreementEvent, eventsQuery } from '../agreements.api.ts'
import { PartState } from './part-state.tsx'

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

export function AgreementTimeline({ id }: { id: string }) {
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
