import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import { Button } from '../base/button.tsx'
import { useExclusive } from '../base/use-exclusive.ts'
import { focusFirstField } from '../form/focus-first-field.ts'
import { onSubmitKey } from '../form/submit-by-key.ts'
import { confirmDiscard } from '../form/unsaved.ts'
import { useUnsaved } from '../form/use-unsaved.ts'
import { Dialog } from './dialog.tsx'

const refuse = (event: Event | SyntheticEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}

/** Returns true for keys that needn't be blocked: they move the focus, close the dialog or, with Ctrl or ⌘, copy. Pasting is blocked as input. */
const isHarmless = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Tab' || key === 'Escape' || ctrlKey || metaKey

/**
 * Blocks input in a form's fields while it is saved, without moving the focus: the form closes afterwards, so that later input would be
 * lost. Returns the form's handlers, which also get the events of its popups.
 */
const useHeldFields = (form: RefObject<HTMLFormElement | null>, isHeld: boolean) => {
  // Listens to the native event, since React fires its own event only for some kinds of input.
  useEffect(() => {
    const element = form.current
    if (!isHeld || !element) return
    element.addEventListener('beforeinput', refuse, { capture: true })
    return () => element.removeEventListener('beforeinput', refuse, { capture: true })
  }, [form, isHeld])
  if (!isHeld) return {}
  return {
    onKeyDownCapture: (event: KeyboardEvent) => void (isHarmless(event) || refuse(event)),
    onClickCapture: refuse,
    onPointerDownCapture: refuse,
  }
}

interface FormDialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly width?: 'normal' | 'wide' | 'full'
  /** True if closing would lose typed text. */
  readonly dirty: boolean
  /** True if a required field is empty. The button then looks disabled, and pressing it shows the errors at the fields. */
  readonly incomplete?: boolean
  readonly submitLabel: string
  readonly workingLabel: string
  readonly cancelLabel?: string
  /** Gets a function that submits the form again, for a toast about a failure. */
  readonly onSubmit: (retry: () => void) => Promise<unknown>
  /** Stops a running `onSubmit`; without it, the dialog waits for `onSubmit` to finish. */
  readonly onStop?: () => void
  readonly onClose: () => void
  /** A form to show in place of this dialog, since only one dialog is open at a time. This dialog keeps its input. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

/**
 * A dialog with a form. Focuses its first field, and saves on Ctrl+Enter in any field. While it saves, ignores another submit and typing.
 * Asks before Esc, an outside click, the Back button or a reload discards typed text.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, width, dirty, incomplete = false } = props
  const { submitLabel, workingLabel, cancelLabel = 'Avbryt', onSubmit, onStop, onClose, instead, children } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [working, run] = useExclusive()
  useUnsaved({ dirty, working, discard: onClose })
  const holdsFields = useHeldFields(form, working)

  const close = async () => {
    if (working) onStop?.()
    else if (!dirty || (await confirmDiscard())) onClose()
  }

  const resubmit = () => form.current?.requestSubmit()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(() => onSubmit(resubmit))
  }

  // Listens on the whole dialog, since a click outside the fields moves the focus out of the form.
  const submitByKey = onSubmitKey(resubmit)

  const footer = (
    <>
      <span className="mr-auto hidden text-[0.8125rem] text-soft sm:inline">
        <kbd className="font-sans">Ctrl</kbd> + <kbd className="font-sans">Enter</kbd>: {submitLabel}
      </span>
      <Button aria-disabled={working && !onStop} onClick={() => void close()}>
        {working && onStop ? 'Stopp' : cancelLabel}
      </Button>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        working={working}
        workingLabel={workingLabel}
        aria-disabled={working || incomplete}
      >
        {submitLabel}
      </Button>
    </>
  )

  if (instead) return instead
  return (
    <Dialog
      title={title}
      description={description}
      {...(width && { width })}
      onClose={() => void close()}
      onOpenAutoFocus={focusFirstField}
      onKeyDownCapture={submitByKey}
      footer={footer}
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} {...holdsFields}>
        {children}
      </form>
    </Dialog>
  )
}
