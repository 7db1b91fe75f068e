import { callOutcomes, maxNoteLength } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { useRecordShortcut } from '../../../platform/shortcuts.ts'
import { Button } from '../../../ui/base/button.tsx'
import { PhoneIcon } from '../../../ui/base/icons.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { onSubmitKey } from '../../../ui/form/submit-by-key.ts'
import { useUnsaved } from '../../../ui/form/use-unsaved.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type CallOutcome, useAddNote, useLogCall } from '../lead-timeline.api.ts'

const outcomes = Object.entries(callOutcomes) as [CallOutcome, string][]

/** Adds the typed text as a note. Pressing an outcome logs a call with the text instead. */
export function NoteForm({ leadId }: { leadId: number }) {
  const addNote = useAddNote(leadId)
  const logCall = useLogCall(leadId)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [working, run] = useExclusive()
  const input = useRef<HTMLTextAreaElement>(null)
  const calls = useRef<HTMLSpanElement>(null)
  useRecordShortcut('n', 'Nytt notat', () => input.current?.focus())
  useRecordShortcut('l', 'Logg samtale', () => calls.current?.querySelector('button')?.focus())
  const isEmpty = text.trim() === ''
  useUnsaved({ dirty: !isEmpty, working, discard: () => setText('') })

  const save = (action: () => Promise<unknown>, saved: { title: string; description: string }) =>
    run(async () => {
      setProblem(null)
      try {
        await action()
        // Clears the field unless the user has typed more during the save.
        setText((typed) => (typed === text ? '' : typed))
        toast(saved)
      } catch (error) {
        setProblem(errorText(error))
      }
    })

  const saveNote = () => {
    if (isEmpty) return input.current?.focus()
    void save(() => addNote.mutateAsync(text), { title: 'Notat lagret', description: text.slice(0, 80) })
  }

  const saveByKey = onSubmitKey(saveNote)

  return (
    <div className="flex flex-col gap-3 print:hidden">
      {problem && <Notice>{problem}</Notice>}
      <Field label="Nytt notat" hint={<span className="pointer-coarse:hidden">Ctrl + Enter lagrer.</span>}>
        {(control) => (
          <Textarea
            {...control}
            ref={input}
            value={text}
            maxLength={maxNoteLength}
            rows={3}
            onChange={({ target }) => setText(target.value)}
            onKeyDownCapture={saveByKey}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button size="small" variant="primary" aria-disabled={working || isEmpty} onClick={saveNote}>
          Lagre notat
        </Button>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand beside the buttons */}
        <span ref={calls} role="group" aria-label="Logg samtale" className="flex flex-wrap items-center gap-2">
          <span aria-hidden="true" className="flex items-center gap-1.5 text-[0.8125rem] text-soft">
            <PhoneIcon /> Logg samtale:
          </span>
          {outcomes.map(([outcome, label]) => (
            <Button
              key={outcome}
              size="small"
              aria-disabled={working}
              onClick={() => {
                const saved = { title: 'Samtale logget', description: label }
                void save(() => logCall.mutateAsync({ outcome, text }), saved)
              }}
            >
              {label}
            </Button>
          ))}
        </span>
      </div>
    </div>
  )
}
