import { Popover } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import type { SaveField } from '../../../platform/field-saving.ts'
import { Button } from '../../../ui/base/button.tsx'
import { PopoverPanel } from '../../../ui/base/popover-panel.tsx'
import { Field, Input, Textarea } from '../../../ui/form/field.tsx'
import type { FieldValue } from '../../../ui/record/record-field.tsx'
import { useTextEdit } from '../../../ui/record/use-text-edit.tsx'

interface QuickTextProps {
  readonly label: string
  /** The element that opened the popover, next to which the popover appears. It gets the focus back. */
  readonly anchor: HTMLElement
  readonly value: string | null
  readonly maxLength: number
  readonly multiline: boolean
  readonly onSave: SaveField<FieldValue>
  readonly onClose: () => void
}

/**
 * Edits one text of a row in place. Enter (Ctrl+Enter if multiline) and an outside click save, so that typed text is never lost silently.
 * Esc cancels.
 */
export function QuickText({ label, anchor, value, maxLength, multiline, onSave, onClose }: QuickTextProps) {
  const { working, save, cancel, input, notices } = useTextEdit({ label, value, onSave, onClose })

  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (multiline && !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }

  const inputProps = {
    ...input,
    maxLength,
    onKeyDown: saveByKey,
    autoComplete: 'off',
  }
  return (
    <Popover.Root open>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <PopoverPanel
        align="start"
        aria-label={label}
        onEscapeKeyDown={cancel}
        onInteractOutside={(event) => {
          event.preventDefault()
          save()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // Moves the focus back only if no other control has it: the user may have moved on.
          if (document.activeElement === document.body) anchor.focus()
        }}
        className="flex w-[min(26rem,calc(100vw-1rem))] flex-col gap-3 p-3"
      >
        {notices}
        <Field label={label} hint={multiline ? 'Ctrl + Enter lagrer, Esc avbryter.' : 'Enter lagrer, Esc avbryter.'}>
          {(control) =>
            multiline ? <Textarea {...control} {...inputProps} rows={5} /> : <Input {...control} {...inputProps} />
          }
        </Field>
        <div className="flex justify-end gap-2">
          <Button size="small" aria-disabled={working} onClick={cancel}>
            Avbryt
          </Button>
          <Button size="small" variant="primary" working={working} workingLabel="Lagrer …" onClick={save}>
            Lagre
          </Button>
        </div>
      </PopoverPanel>
    </Popover.Root>
  )
}
