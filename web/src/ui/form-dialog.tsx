import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { focusFirstField } from './focus-first-field.ts'
import { onSubmitKey } from './submit-by-key.ts'
import { DiscardQuestion } from './unsaved-guard.tsx'
import { useExclusive } from './use-exclusive.ts'
import { useLeaveBlocker } from './use-leave-blocker.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

interface FormDialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly width?: 'normal' | 'wide' | 'full'
  /** Closing would lose typed text. */
  readonly dirty: boolean
  /** A required field is empty: the button looks disabled, and pressing it shows the errors at the fields. */
  readonly incomplete?: boolean
  readonly submitLabel: string
  readonly workingLabel: string
  readonly cancelLabel?: string
  readonly onSubmit: () => Promise<void>
  /** Stops a running `onSubmit`; without it, the dialog waits for `onSubmit` to finish. */
  readonly onStop?: () => void
  readonly onClose: () => void
  readonly formRef?: RefObject<HTMLFormElement | null>
  readonly children: ReactNode
}

/**
 * A dialog with a form. Focuses its first field, saves on Ctrl+Enter in any field, ignores a second submit while the first runs, and asks before
 * Esc, an outside click, the Back button or a reload discards typed text.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, width, dirty, incomplete = false } = props
  const { submitLabel, workingLabel, cancelLabel = 'Avbryt', onSubmit, onStop, onClose, children } = props
  const formId = useId()
  const ownForm = useRef<HTMLFormElement>(null)
  const form = props.formRef ?? ownForm
  const [working, run] = useExclusive()
  const [confirmingDiscard, setConfirmingDiscard] = useState(false)
  const blocker = useLeaveBlocker({ dirty, working })
  useLeaveWarning(dirty || working)

  const close = () => {
    if (working) return onStop?.()
    if (dirty) setConfirmingDiscard(true)
    else onClose()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(onSubmit)
  }

  // On the whole dialog: a click beside the fields moves the focus out of the form.
  const submitByKey = onSubmitKey(() => form.current?.requestSubmit())

  const keepEditing = () => {
    setConfirmingDiscard(false)
    if (blocker.state === 'blocked') blocker.reset()
  }

  const discard = () => {
    setConfirmingDiscard(false)
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
        description={description}
        {...(width && { width })}
        onClose={close}
        onOpenAutoFocus={focusFirstField}
        onKeyDownCapture={submitByKey}
        footer={footer}
      >
        <form ref={form} id={formId} noValidate onSubmit={submit}>
          {children}
        </form>
      </Dialog>
      {(confirmingDiscard || blocker.state === 'blocked') && (
        <DiscardQuestion onDiscard={discard} onKeep={keepEditing} />
      )}
    </>
  )
}
