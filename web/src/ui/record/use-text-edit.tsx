import { useState } from 'react'
import type { FieldOutcome, SaveField } from '../../platform/field-saving.ts'
import { Notice } from '../base/states.tsx'
import { useExclusive } from '../base/use-exclusive.ts'
import { useUnsaved } from '../form/use-unsaved.ts'
import { ChangedNotice } from './changed-notice.tsx'
import type { FieldValue } from './record-field.tsx'

interface TextEditOptions {
  readonly label: string
  readonly value: string | null
  readonly onSave: SaveField<FieldValue>
  readonly onClose: () => void
}

/** Keeps the state of a record's text that is edited in place, until it is saved. */
export const useTextEdit = ({ label, value: opened, onSave, onClose }: TextEditOptions) => {
  // Keeps the value that the user saw, so that another user's value isn't overwritten unseen.
  const [value] = useState(opened)
  const [text, setText] = useState(value ?? '')
  const [outcome, setOutcome] = useState<Exclude<FieldOutcome<FieldValue>, { kind: 'saved' }> | null>(null)
  const [working, run] = useExclusive()
  useUnsaved({ dirty: text !== (value ?? ''), working, discard: onClose })

  /** `other` is another user's value that the user has seen and chosen to replace. */
  const store = (other?: FieldValue) =>
    run(async () => {
      setOutcome(null)
      const result = await onSave(text.trim() === '' ? null : text, value, other)
      if (result.kind === 'saved') onClose()
      else setOutcome(result)
    })

  return {
    working,
    /** Saves the input, unless the user has to choose between two values first. */
    save: (): void => {
      if (text.trim() === (value ?? '').trim()) onClose()
      else if (outcome?.kind !== 'changed') void store()
    },
    /** Closes the editor. Ignored during the save, whose failure would else be lost. */
    cancel: (): void => {
      if (!working) onClose()
    },
    input: {
      value: text,
      // Read-only during the save, after which the editor closes.
      readOnly: working,
      onChange: ({ target }: { target: { value: string } }) => setText(target.value),
    },
    notices: (
      <>
        {outcome?.kind === 'failed' && <Notice>{outcome.problem}</Notice>}
        {outcome?.kind === 'changed' && (
          <ChangedNotice
            label={label}
            stored={outcome.stored}
            onUseStored={onClose}
            onKeepMine={() => void store(outcome.stored)}
          />
        )}
      </>
    ),
  }
}
