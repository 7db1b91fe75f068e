import { Popover } from 'radix-ui'
import { type KeyboardEvent, useState } from 'react'
import { Button } from './button.tsx'
import { Field, Input, Textarea } from './field.tsx'
import { PopoverPanel } from './popover-panel.tsx'
import { Notice } from './states.tsx'
import { useExclusive } from './use-exclusive.ts'
import { useUnsaved } from './use-unsaved.ts'

interface QuickTextProps {
  readonly label: string
  /** The element that opened the popover: positions it and gets the focus back. */
  readonly anchor: HTMLElement
  readonly value: string
  readonly maxLength: number
  readonly multiline: boolean
  /** Resolves to an error message, or to null once saved; then the caller closes the popover. */
  readonly onSave: (text: string) => Promise<string | null>
  readonly onClose: () => void
}

/**
 * Edits one text of a row in place. Enter saves (Ctrl+Enter if multiline), and so does an outside click, so that typed text is never
 * lost silently. Esc cancels.
 */
export function QuickText({ label, anchor, value, maxLength, multiline, onSave, onClose }: QuickTextProps) {
  const [text, setText] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  const [working, run] = useExclusive()
  useUnsaved({ dirty: text !== value, working, discard: onClose })

  const save = () => {
    if (text.trim() === value.trim()) onClose()
    else void run(async () => setProblem(await onSave(text)))
  }

  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (multiline && !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }

  const inputProps = {
    value: text,
    maxLength,
    // It closes once it is saved.
    readOnly: working,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
    onKeyDown: saveByKey,
    autoComplete: 'off',
  }
  return (
    <Popover.Root open>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <PopoverPanel
        align="start"
        aria-label={label}
        onEscapeKeyDown={onClose}
        onInteractOutside={(event) => {
          event.preventDefault()
          save()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // Don't take the focus from a control the user has moved on to.
          if (document.activeElement === document.body) anchor.focus()
        }}
        className="flex w-[min(26rem,calc(100vw-1rem))] flex-col gap-3 p-3"
      >
        {problem && <Notice>{problem}</Notice>}
        <Field label={label} hint={multiline ? 'Ctrl + Enter lagrer, Esc avbryter.' : 'Enter lagrer, Esc avbryter.'}>
          {(control) =>
            multiline ? <Textarea {...control} {...inputProps} rows={5} /> : <Input {...control} {...inputProps} />
          }
        </Field>
        <div className="flex justify-end gap-2">
          <Button size="small" onClick={onClose}>
            Avbryt
          </Button>
          <Button size="small" variant="primary" aria-disabled={working} onClick={save}>
            {working ? 'Lagrer …' : 'Lagre'}
          </Button>
        </div>
      </PopoverPanel>
    </Popover.Root>
  )
}
