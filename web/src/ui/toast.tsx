import { Toast } from 'radix-ui'
import { useCallback, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { CloseIcon } from './icons.tsx'
import { currentToast, dismissToast, type ToastState } from './toast-store.ts'
import { useAutoClose } from './use-auto-close.ts'

const swipeThresholdPx = 50

/** For a toast with a button. */
const actionDurationMs = 10_000

const card =
  'pointer-events-auto flex items-start justify-between gap-3 rounded-md border border-l-4 bg-surface px-4 py-3 text-ink text-sm leading-snug shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)'

/** Calls `act` on Alt+Z, also in a dialog, which keeps the focus in itself. */
const useActionKey = (enabled: boolean, act: () => void): void => {
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyZ' || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [enabled, act])
}

/**
 * Closes the toast on Esc before Radix receives the key, so that the same press also closes the dialog beneath: Radix would close only
 * the newest layer, which is the toast.
 */
const useEscapeKey = (open: boolean, close: () => void): void => {
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return
      flushSync(close)
      // The layers beneath register for the key once the toast's is gone.
      flushSync(() => {})
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [open, close])
}

/** Not Radix's own timer: it keeps running in a hidden tab, and stays paused for the next toast when one is closed under the pointer. */
function ToastCard({ message }: { message: ToastState }) {
  const close = useCallback(() => dismissToast(message.id), [message.id])
  const { open, action } = message
  const pauses = useAutoClose(open, close, action ? actionDurationMs : undefined)
  const act = useCallback(() => {
    close()
    void action?.run()
  }, [action, close])
  useActionKey(open && action !== undefined, act)
  useEscapeKey(open, close)
  const destructive = message.variant === 'destructive'

  return (
    <Toast.Root
      open={message.open}
      onOpenChange={(open) => !open && close()}
      duration={Number.POSITIVE_INFINITY}
      {...pauses}
      className={cx(card, destructive ? 'border-danger' : 'border-fjord')}
    >
      <div>
        <Toast.Title className="font-semibold">{message.title}</Toast.Title>
        {message.description && <Toast.Description className="mt-0.5">{message.description}</Toast.Description>}
        {action && (
          <Toast.Action asChild altText={`${action.label}: Alt+Z`}>
            <Button size="small" aria-keyshortcuts="Alt+Z" onClick={act} className="mt-2">
              {action.label} <kbd className="ml-1.5 font-normal text-soft text-xs">Alt+Z</kbd>
            </Button>
          </Toast.Action>
        )}
      </div>
      <Toast.Close
        aria-label={document.documentElement.lang.startsWith('en') ? 'Close the message' : 'Lukk varselet'}
        className="-mt-1 -mr-1 grid size-7 shrink-0 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
      >
        <CloseIcon />
      </Toast.Close>
    </Toast.Root>
  )
}

/** On the left, a narrow card keeps clear of a dialog's buttons at the bottom right. */
const corners = { left: 'sm:right-auto sm:left-0 sm:max-w-84', right: '' } as const

/** On phones at the top, clear of a dialog's buttons; over a record at the bottom, clear of those in its header. */
const phonePlace = 'max-sm:top-0 max-sm:over-record:top-auto max-sm:over-record:bottom-0'

interface ToasterProps {
  /** The bottom corner on wide screens; phones show toasts elsewhere. */
  readonly corner?: keyof typeof corners
}

/** The office's toast region; render it once. F8 focuses it. */
export function Toaster({ corner = 'right' }: ToasterProps) {
  const message = currentToast.use()
  return (
    <Toast.Provider label="Varsel" swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {message && <ToastCard key={message.id} message={message} />}
      <Toast.Viewport
        hotkey={['F8']}
        label="Varsler ({hotkey})"
        className={cx(
          'fixed right-0 z-60 flex w-full max-w-104 flex-col p-4 outline-none sm:bottom-0',
          phonePlace,
          corners[corner],
        )}
      />
    </Toast.Provider>
  )
}
