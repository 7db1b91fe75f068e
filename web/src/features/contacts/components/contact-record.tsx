import { contactEvents, contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import type { ContactTimelineEntry } from '@kontor/contract/contacts/contacts.schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { CheckIcon, PeopleIcon, TagIcon } from '../../../ui/base/icons.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { Timeline, type TimelineItem } from '../../../ui/base/timeline.tsx'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { useSendQuestion } from '../../../ui/dialog/use-send-question.tsx'
import { RecordPart, RecordQuery, RecordSheet } from '../../../ui/record/record-sheet.tsx'
import type { RecordMoves } from '../../../ui/record/use-record-moves.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { DeliveryBadge } from '../../emails/components/email-badges.tsx'
import { type ContactRecord, contactRecordQuery, useApproveContact, useSetContactStates } from '../contacts.api.ts'
import { ContactStateBadge } from './contact-badges.tsx'
import { ContactLinkDialog } from './contact-link-dialog.tsx'
import { ContactRecordFields } from './contact-record-fields.tsx'
import { ContactReply } from './contact-reply.tsx'

/** Removes prefixes such as "Sv:" from a subject, since the timeline's entry already says that the mail is a reply. */
const topicOf = (subject: string): string => subject.replace(/^(?:(?:sv|re)\s*:\s*)+/i, '')

const toItem = ({ id, kind, at, actor, subject, text, mail }: ContactTimelineEntry): TimelineItem => ({
  id,
  at,
  author: actor,
  title: (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>{subject === null ? contactEvents[kind] : `${contactEvents[kind]}: ${topicOf(subject)}`}</span>
      {mail && <DeliveryBadge delivery={mail.delivery} />}
    </span>
  ),
  text: (text !== null || mail?.errorMessage) && (
    <>
      {text}
      {mail?.errorMessage && <p className="mt-1 text-danger">{mail.errorMessage}</p>}
    </>
  ),
})

/** Shows the history of an enquiry, newest first. */
function ContactTimeline({ entries }: { entries: readonly ContactTimelineEntry[] }) {
  return <Timeline label="Historikk" items={entries.map(toItem)} />
}

interface ContactSheetProps {
  /** The id in the URL. The enquiry may not exist. */
  readonly id: string
  readonly moves: RecordMoves
  readonly onEdit: (contact: ContactRecord) => void
  readonly onDelete: (contact: ContactRecord) => void
  readonly onClose: () => void
}

const kind = 'Henvendelse'

const texts = {
  missing: 'Henvendelsen finnes ikke',
  reason: 'Adressen er feil, eller henvendelsen er slettet.',
  failed: 'Kunne ikke hente henvendelsen',
}

const findRow = (id: string): HTMLElement | null => document.querySelector(`[data-contact="${CSS.escape(id)}"]`)

/** Shows an enquiry's record over the list. */
export function ContactSheet({ id, ...props }: ContactSheetProps) {
  const query = useQuery(contactRecordQuery(id))
  return (
    <RecordQuery id={id} query={query} kind={kind} findRow={() => findRow(id)} onClose={props.onClose} texts={texts}>
      {(contact) => <LoadedSheet {...props} contact={contact} />}
    </RecordQuery>
  )
}

function LoadedSheet({ contact, moves, onEdit, onDelete, onClose }: Omit<ContactSheetProps, 'id'> & LoadedProps) {
  const [linking, setLinking] = useState<'customer' | 'lead' | null>(null)
  const { id, name, subject, suspect, message, timeline, customer, lead } = contact
  const actions = (
    <>
      {!suspect && !customer && (
        <Button size="small" onClick={() => setLinking('customer')}>
          <PeopleIcon /> Gjør til kunde
        </Button>
      )}
      {!suspect && !lead && (
        <Button size="small" onClick={() => setLinking('lead')}>
          <TagIcon /> Gjør til lead
        </Button>
      )}
    </>
  )
  return (
    <>
      <RecordSheet
        recordId={id}
        kind={kind}
        title={name}
        moves={moves}
        actions={actions}
        onEdit={() => onEdit(contact)}
        onDelete={() => onDelete(contact)}
        aside={<ContactRecordFields contact={contact} />}
        findRow={() => findRow(id)}
        onClose={onClose}
      >
        <StateBar contact={contact} />
        <div className="max-w-prose text-[0.9375rem] [overflow-wrap:anywhere]">
          <h3 className="mb-1 font-semibold tracking-tight">{contactSubjectLabel(subject)}</h3>
          <p className="whitespace-pre-wrap leading-relaxed">{message}</p>
        </div>
        {!suspect && <ContactReply contact={contact} />}
        <RecordPart title="Historikk">
          <ContactTimeline entries={timeline} />
        </RecordPart>
      </RecordSheet>
      {linking && <ContactLinkDialog contact={contact} kind={linking} onClose={() => setLinking(null)} />}
    </>
  )
}

interface LoadedProps {
  readonly contact: ContactRecord
}

/** Shows the state of an enquiry and the buttons that change it. */
function StateBar({ contact: { id, email, state } }: LoadedProps) {
  const approve = useApproveContact()
  const setStates = useSetContactStates()
  const [working, run] = useExclusive()
  const [problem, setProblem] = useState<string | null>(null)
  const [ask, dialog] = useSendQuestion()
  const button = useRef<HTMLButtonElement>(null)
  const wasApproved = useRef(false)
  // After an approval, focuses the next button, since the pressed one has disappeared with its notice.
  useEffect(() => {
    if (state !== 'suspect' && wasApproved.current) button.current?.focus()
    wasApproved.current = false
  }, [state])

  const attempt = (action: () => Promise<unknown>) =>
    void run(async () => {
      setProblem(null)
      await action().catch((error: unknown) => setProblem(errorText(error)))
    })
  const lift = () =>
    attempt(async () => {
      wasApproved.current = true
      await approve.mutateAsync(id)
      toast({
        title: 'Henvendelsen er godkjent',
        description: `Bekreftelsen sendes til ${email}.`,
      })
    })
  const askToLift = () =>
    ask({
      title: 'Godkjenne henvendelsen?',
      text: `Bekreftelsen sendes til ${email}.`,
      confirmLabel: 'Godkjenn og send',
      send: lift,
    })
  const mark = () => attempt(() => setStates.mutateAsync({ ids: [id], state: state === 'new' ? 'handled' : 'new' }))

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ContactStateBadge state={state} />
        {state !== 'suspect' && (
          <Button ref={button} size="small" aria-disabled={working} onClick={mark}>
            {state === 'new' && <CheckIcon />}
            {state === 'new' ? 'Merk som behandlet' : 'Merk som ny'}
          </Button>
        )}
      </div>
      {dialog}
      {state === 'suspect' && (
        <Notice tone="warning" isLasting>
          <p>
            Spamkontrollen tror at en robot har sendt denne: den er lagret, men avsenderen har ikke fått bekreftelse.
          </p>
          <Button
            size="small"
            className="mt-2"
            working={working}
            workingLabel="Godkjenner …"
            onClick={() => !working && askToLift()}
          >
            Godkjenn og send bekreftelsen
          </Button>
        </Notice>
      )}
      {problem && <Notice>{problem}</Notice>}
    </div>
  )
}
