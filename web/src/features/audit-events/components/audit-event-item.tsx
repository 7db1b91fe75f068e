import { auditChanges, auditSentence } from '@kontor/contract/audit-events/audit-events.rules'
import { Link } from 'react-router'
import { counted, formatLongDateTime, formatTime } from '../../../platform/format.ts'
import { shorten } from '../../../platform/shorten.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import type { AuditEvent } from '../audit-events.api.ts'

/** The beginning of a record's URL, by event kind. The record's id follows. */
const places: Readonly<Partial<Record<string, string>>> = {
  lead: '/leads/',
  'lead-entry': '/leads/',
  customer: '/admin/kunder/',
  'contact-person': '/admin/kunder/',
  contact: '/admin/kontakter/',
  agreement: '/admin/avtaler/',
  'agreement-line': '/admin/avtaler/',
  'agreement-condition': '/admin/avtaler/',
}

const pathOf = ({ kind, entityId }: AuditEvent): string | null => {
  const place = places[kind]
  return place && entityId !== null ? `${place}${encodeURIComponent(entityId)}` : null
}

/** Maximum characters of a value in the summary. */
const maxShown = 40

function Values({ event }: { event: AuditEvent }) {
  const changes = auditChanges(event)
  if (changes.length === 0) return <p className="text-soft">Ingen verdier er lagret med hendelsen.</p>
  const compares = event.before !== null && event.after !== null
  return (
    <table className="w-full table-fixed text-left">
      <thead className="text-soft">
        <tr>
          <th scope="col" className="w-1/3 py-1 pr-3 font-normal">
            Felt
          </th>
          {compares && (
            <th scope="col" className="py-1 pr-3 font-normal">
              Før
            </th>
          )}
          <th scope="col" className="py-1 font-normal">
            {compares ? 'Etter' : 'Verdi'}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, before, after }) => (
          <tr key={label} className="border-rule border-t align-top">
            <th scope="row" className="py-1 pr-3 font-medium">
              {label}
            </th>
            {compares && <td className="whitespace-pre-wrap py-1 pr-3 [overflow-wrap:anywhere]">{before || '–'}</td>}
            <td className="whitespace-pre-wrap py-1 [overflow-wrap:anywhere]">
              {(compares ? after : after || before) || '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows an event's actor, action and time and, when opened, its IP address and all values. */
export function AuditEventItem({ event }: { event: AuditEvent }) {
  const [first, ...others] = event.before && event.after ? auditChanges(event) : []
  const address = pathOf(event)
  return (
    <li className="border-rule border-b">
      <details className="group text-[0.8125rem]">
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 rounded-sm py-2 hover:bg-sunken">
          <time dateTime={event.at} className="shrink-0 text-soft sm:w-14">
            <Figures text={formatTime(event.at)} />
          </time>
          <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
            <span className="font-medium">{event.actor}</span> {auditSentence(event)}
            {first && (
              <span className="text-soft">
                {`: ${first.label} ${shorten(first.before, maxShown) || '–'}\u00a0→ ${shorten(first.after, maxShown) || '–'}`}
                {others.length > 0 && ` og ${counted(others.length, 'felt', 'felter')} til`}
              </span>
            )}
          </span>
        </summary>
        <div className="flex flex-col gap-2 pb-3 sm:pl-17">
          <p className="text-soft">
            {formatLongDateTime(event.at)}
            {event.address && `, fra ${event.address}`}
            {address && (
              <>
                {' · '}
                <Link to={address} className="underline underline-offset-4">
                  Åpne
                </Link>
              </>
            )}
          </p>
          <Values event={event} />
        </div>
      </details>
    </li>
  )
}
