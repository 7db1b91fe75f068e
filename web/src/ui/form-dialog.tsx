import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DiscardQuestion, useLeaveBlocker, useLeaveWarning } from './unsaved-guard.tsx'

interface FormDialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly width?: 'normal' | 'wide' | 'full'
  /** Something was typed that closing would lose. */
  readonly dirty: boolean
  /** Something that is required is not filled in: the button looks it, and pressed it says at the fields what is missing. */
  readonly incomplete?: boolean
  readonly submitLabel: string
  readonly workingLabel: string
  readonly cancelLabel?: string
  readonly onSubmit: () => Promise<void>
  /** Ends what `onSubmit` is doing before it is done; without it, work is waited for. */
  readonly onStop?: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Filled in by the keyboard, and not one that is only looked at. */
const firstField = ':is(input, textarea, [role=combobox]):not([readonly], :disabled)'

/**
 * A dialog that holds a form: it opens in its first field, Ctrl+Enter saves, a second submit while the first is at work does nothing, and what was
 * typed is not lost by Esc, a click outside, the Back button or a reload without a question.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, width, dirty, incomplete = false } = props
  const { submitLabel, workingLabel, cancelLabel = 'Avbryt', onSubmit, onStop, onClose, children } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const locked = useRef(false)
  const [working, setWorking] = useState(false)
  const [asking, setAsking] = useState(false)
  const blocker = useLeaveBlocker({ dirty, working })
  useLeaveWarning(dirty || working)

  const close = () => {
    if (working) return onStop?.()
    if (dirty) setAsking(true)
    else onClose()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (locked.current) return
    locked.current = true
    setWorking(true)
    try {
      await onSubmit()
    } finally {
      locked.current = false
      setWorking(false)
    }
  }

  // On the whole dialog: a click beside the fields takes the focus out of the form.
  const submitOnCtrlEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // React hands on what happens in a dialog that this one has opened.
    if (event.defaultPrevented || !(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    event.preventDefault()
    form.current?.requestSubmit()
  }

  const focusFirstField = (event: Event) => {
    const field = form.current?.querySelector<HTMLElement>(firstField)
    // On a touch screen the keyboard would come up over the form before anybody has seen it.
    if (!field || window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    field.focus()
  }

  const keepEditing = () => {
    setAsking(false)
    if (blocker.state === 'blocked') blocker.reset()
  }

  const discard = () => {
    setAsking(false)
    onClose()
    if (blocker.state === 'blocked') blocker.proceed()
  }

  const footer = (
    <>
      <span className="mr-auto hidden text-[0.8125rem] text-soft sm:inline">
        <kbd className="font-sans">Ctrl</kbd> + <kbd className="font-sans">Enter</kbd>: {submitLabel}
      </span>
      <Button aria-disabled={working && !onStop} onClick={close}>
        {working && onStop ? 'Stopp' : cancelLabel}
      </Button>
      <Button type="submit" form={formId} variant="primary" aria-disabled={working || incomplete}>
        {working ? workingLabel : submitLabel}
      </Button>
    </>
  )

  return (
    <>
      <Dialog
        title={title}
        {...(description !== undefined && { description })}
        {...(width && { width })}
        onClose={close}
        onOpenAutoFocus={focusFirstField}
        onKeyDown={submitOnCtrlEnter}
        footer={footer}
      >
        <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
          {children}
        </form>
      </Dialog>
      {(asking || blocker.state === 'blocked') && <DiscardQuestion onDiscard={discard} onKeep={keepEditing} />}
    </>
  )
}
