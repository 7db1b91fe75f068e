import { agreementEvents, answerOutcomes } from '@kontor/contract/agreements/agreements.rules'
import { callOutcomes, type TimelineField } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { leadLabels } from '@kontor/contract/leads/leads.fields'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDay } from '../../../platform/format/days.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { Button, IconButton } from '../../../ui/base/button.tsx'
import { EditIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { type TimelineItem as ShownItem, Timeline } from '../../../ui/base/timeline.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { useKeptRows, useLastKnown } from '../../../ui/form/use-held.ts'
import { RecordPart } from '../../../ui/record/record-sheet.tsx'
import { type LeadEntry, type TimelineItem, timelineQuery, useDeleteNote } from '../lead-timeline.api.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteForm } from './note-form.tsx'

const quoted = (value: string | null, field: TimelineField): string => {
  if (value === null) return '(tomt)'
  return field === 'next_step_at' ? formatDay(value) : value
}

const titleOf = (item: TimelineItem): string => {
  switch (item.kind) {
    case 'created':
      if (!item.import) return 'Leadet ble opprettet'
      return item.import.file ? `Leadet ble importert fra ${item.import.file}` : 'Leadet ble importert'
    case 'note':
      return 'Notat'
    case 'call':
      return `Samtale: ${callOutcomes[item.outcome]}`
    case 'status':
      return `Status: ${item.from} → ${item.to}`
    case 'change':
      if (item.field === 'customer') return 'Ble kunde'
      return `${leadLabels[item.field]}: ${quoted(item.from, item.field)} → ${quoted(item.to, item.field)}`
    case 'agreement': {
      const answer = item.action ? `: ${answerOutcomes[item.action]}` : ''
      return `Avtale ${item.reference} ${item.title} · ${agreementEvents[item.event]}${answer}`
    }
  }
}

const isWritten = (item: TimelineItem): item is LeadEntry => item.kind === 'note' || item.kind === 'call'

const noEntries: readonly TimelineItem[] = []

interface LeadTimelineProps {
  readonly leadId: number
  readonly version: number
}

/** Shows a lead's history and its users' notes. */
export function LeadTimeline({ leadId, version }: LeadTimelineProps) {
  const { error, refetch, ...query } = useQuery(timelineQuery(leadId, version))
  // Keeps the entries of the lead's last version if fetching the new version's fails.
  const data = useLastKnown(leadId, query.data)
  const [edited, setEdited] = useState<number | null>(null)
  const { shown, gone } = useKeptRows(data ?? noEntries, {
    keyOf: ({ kind, id }) => `${kind}-${id}`,
    isKept: (item) => isWritten(item) && item.id === edited,
  })
  const [deleted, setDeleted] = useState<LeadEntry | null>(null)
  const remove = useDeleteNote(leadId)
  const list = useRef<HTMLDivElement>(null)

  const lastEdited = useRef<number | null>(null)
  useEffect(() => {
    if (edited === null && lastEdited.current !== null) {
      list.current?.querySelector<HTMLElement>(`[data-edit="${lastEdited.current}"]`)?.focus()
    }
    lastEdited.current = edited
  }, [edited])

  const shownItem = (item: TimelineItem): ShownItem => {
    const common = { id: `${item.kind}-${item.id}`, at: item.at, author: item.author, title: titleOf(item) }
    if (!isWritten(item)) return common
    if (edited === item.id) {
      return {
        ...common,
        text: <NoteEditor leadId={leadId} entry={item} isGone={gone.includes(item)} onClose={() => setEdited(null)} />,
      }
    }
    const actions = item.is_own && (
      <>
        <IconButton
          label={`Rediger: ${common.title}`}
          icon={<EditIcon />}
          data-edit={item.id}
          onClick={() => setEdited(item.id)}
        />
        <IconButton label={`Slett: ${common.title}`} icon={<TrashIcon />} onClick={() => setDeleted(item)} />
      </>
    )
    return { ...common, text: item.text, isEdited: item.is_edited, actions }
  }

  return (
    <>
      <NoteForm leadId={leadId} />
      <RecordPart title="Historikk">
        <div ref={list}>
          {error && (
            <p role="alert" className="mb-3 flex flex-wrap items-center gap-2 text-danger text-sm">
              Kunne ikke hente historikken. {errorText(error)}
              <Button size="small" onClick={() => void refetch()}>
                Prøv igjen
              </Button>
            </p>
          )}
          {!data && !error && <Skeleton className="h-24" />}
          {data && <Timeline label="Historikk" items={shown.map(shownItem)} />}
        </div>
      </RecordPart>
      {deleted && (
        <DeleteDialog
          title="Slette notatet?"
          version={deleted.version}
          remove={(version) => remove.mutateAsync({ id: deleted.id, version })}
          undo={{ kind: 'leadEntries', ids: [deleted.id] }}
          deleted={{ title: 'Notat slettet' }}
          failed={(reason) => `Notatet ble ikke slettet. ${reason}`}
          onCancel={() => setDeleted(null)}
        >
          <UndoHint />
        </DeleteDialog>
      )}
    </>
  )
}
