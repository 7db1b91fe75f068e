import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from '../base/button.tsx'
import { useExclusive } from '../base/use-exclusive.ts'
import { bottomBar } from '../toast/bottom-bar.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface ConfirmDialogProps {
  readonly title: ReactNode
  readonly children: ReactNode
  readonly confirmLabel: ReactNode
  /** The label while `onConfirm` runs. */
  readonly workingLabel?: ReactNode
  readonly cancelLabel?: string
  /** `send` is for actions that lose nothing: the button isn't red, and it is focused, so that Enter confirms. */
  readonly tone?: 'danger' | 'send'
  /** The dialog stays open while this runs. Never rejects: the caller reports failures. */
  readonly onConfirm: () => void | Promise<void>
  readonly onCancel: () => void
}

/** Asks the user to confirm an action. Open while rendered; Esc cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    workingLabel,
    cancelLabel = 'Avbryt',
    onConfirm,
    onCancel,
    tone = 'danger',
  } = props
  const returnFocus = useReturnFocus()
  const [working, run] = useExclusive()
  const confirmButton = useRef<HTMLButtonElement>(null)

  return (
    <Radix.Root open onOpenChange={(open) => !open && !working && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            if (tone === 'danger') return
            event.preventDefault()
            confirmButton.current?.focus()
          }}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-0 bottom-0 z-40 mx-auto max-h-[94dvh] w-full overflow-y-auto rounded-t-md bg-surface p-5 text-ink shadow-float outline-none sm:top-1/2 sm:bottom-auto sm:w-[calc(100%-3rem)] sm:max-w-md sm:-translate-y-1/2 sm:rounded-md"
        >
          <Radix.Title className="font-semibold text-lg leading-snug tracking-tight">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-sm text-soft leading-relaxed [overflow-wrap:anywhere]">{children}</div>
          </Radix.Description>
          <div ref={bottomBar} className="mt-6 flex flex-wrap justify-end gap-2.5">
            <Radix.Cancel asChild>
              <Button aria-disabled={working}>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button
              ref={confirmButton}
              // Ignores a held key: the key press that opened the dialog must not answer it.
              onKeyDown={(event) => event.repeat && event.preventDefault()}
              variant={tone === 'danger' ? 'danger' : 'primary'}
              aria-disabled={working}
              working={working}
              workingLabel={workingLabel}
              onClick={() => void run(onConfirm)}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
