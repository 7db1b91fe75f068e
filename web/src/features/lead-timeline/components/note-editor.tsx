import { maxNoteLength } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { useEffect, useRef, useState } from 'react'
import { fieldSaving } from '../../../platform/field-saving.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useEscape } from '../../../ui/base/use-escape.ts'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { onSubmitKey } from '../../../ui/form/submit-by-key.ts'
import { GoneNotice } from '../../../ui/record/changed-notice.tsx'
import type { FieldValue } from '../../../ui/record/record-field.tsx'
import { useTextEdit } from '../../../ui/record/use-text-edit.tsx'
import { conflictingEntry, type LeadEntry, useChangeNote } from '../lead-timeline.api.ts'

interface NoteEditorProps {
  readonly leadId: number
  readonly entry: LeadEntry
  /** True if the note was deleted in another window. */
  readonly isGone: boolean
  readonly onClose: () => void
}

/** Edits the user's own note in place. */
export function NoteEditor({ leadId, entry, isGone, onClose }: NoteEditorProps) {
  const change = useChangeNote(leadId)
  const onSave = fieldSaving<LeadEntry, 'text', FieldValue>({
    entity: entry,
    readValue: ({ text }) => text,
    send: (_field, text, version) => change.mutateAsync({ id: entry.id, text: String(text ?? ''), version }),
    conflictIn: conflictingEntry,
  })('text')
  const { working, save, cancel, input, notices } = useTextEdit({ label: 'Notat', value: entry.text, onSave, onClose })
  const [hasFocus, setHasFocus] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  useEscape(hasFocus, cancel)
  useEffect(() => box.current?.focus(), [])

  return (
    <div className="mt-1 flex flex-col gap-2 whitespace-normal">
      {isGone && <GoneNotice />}
      {notices}
      <Field label="Notat" isLabelHidden hint="Ctrl + Enter lagrer, Esc angrer.">
        {(control) => (
          <Textarea
            {...control}
            {...input}
            ref={box}
            maxLength={maxNoteLength}
            rows={4}
            onKeyDownCapture={onSubmitKey(save)}
            onFocus={() => setHasFocus(true)}
            onBlur={() => setHasFocus(false)}
          />
        )}
      </Field>
      <span className="flex gap-2">
        <Button size="small" variant="primary" working={working} workingLabel="Lagrer …" onClick={save}>
          Lagre
        </Button>
        <Button size="small" aria-disabled={working} onClick={cancel}>
          Avbryt
        </Button>
      </span>
    </div>
  )
}
