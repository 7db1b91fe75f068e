import { maxNoteLength } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/states.tsx'
import { onSubmitKey } from '../../../ui/submit-by-key.ts'
import { useEscape } from '../../../ui/use-escape.ts'
import { useExclusive } from '../../../ui/use-exclusive.ts'
import { useUnsaved } from '../../../ui/use-unsaved.ts'
import { conflictingEntry, type LeadEntry, useChangeNote } from '../lead-timeline.api.ts'

interface NoteEditorProps {
  readonly leadId: number
  readonly entry: LeadEntry
  readonly onClose: () => void
}

/** Edits the user's own note in place. */
export function NoteEditor({ leadId, entry, onClose }: NoteEditorProps) {
  const change = useChangeNote(leadId)
  const stored = entry.text ?? ''
  const [text, setText] = useState(stored)
  const [problem, setProblem] = useState<string | null>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const [working, run] = useExclusive()
  const version = useRef(entry.version)
  const input = useRef<HTMLTextAreaElement>(null)
  useUnsaved({ dirty: text !== stored, working, discard: onClose })
  useEscape(hasFocus, onClose)
  useEffect(() => input.current?.focus(), [])

  const save = () =>
    run(async () => {
      if (text === stored) return onClose()
      setProblem(null)
      try {
        await change.mutateAsync({ id: entry.id, text, version: version.current })
        onClose()
      } catch (error) {
        const current = conflictingEntry(error)
        if (!current) return setProblem(errorText(error))
        // The user now knows of the other change, so the next save may overwrite it.
        version.current = current.version
        setProblem(`Endret i et annet vindu. Der står nå: «${current.text ?? ''}». Lagrer du igjen, gjelder din tekst.`)
      }
    })

  const saveByKey = onSubmitKey(() => void save())

  return (
    <div className="mt-1 flex flex-col gap-2 whitespace-normal">
      {problem && <Notice>{problem}</Notice>}
      <Field label="Notat" isLabelHidden hint="Ctrl + Enter lagrer, Esc angrer.">
        {(control) => (
          <Textarea
            {...control}
            ref={input}
            value={text}
            readOnly={working}
            maxLength={maxNoteLength}
            rows={4}
            onChange={({ target }) => setText(target.value)}
            onKeyDownCapture={saveByKey}
            onFocus={() => setHasFocus(true)}
            onBlur={() => setHasFocus(false)}
          />
        )}
      </Field>
      <span className="flex gap-2">
        <Button size="small" variant="primary" aria-disabled={working} onClick={() => void save()}>
          {working ? 'Lagrer …' : 'Lagre'}
        </Button>
        <Button size="small" onClick={onClose}>
          Avbryt
        </Button>
      </span>
    </div>
  )
}
