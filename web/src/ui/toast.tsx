import { Toast } from 'radix-ui'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'
import { CloseIcon } from './icons.tsx'
import { currentToast, dismissToast, type ToastState } from './toast-store.ts'

const durationMs = 5000
const swipeThresholdPx = 50

const card =
  'flex items-start justify-between gap-3 rounded-md border border-l-4 bg-surface px-4 py-3 text-ink text-sm leading-snug shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)'

const subscribeToVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const usePageHidden = (): boolean =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'hidden',
    () => false,
  )

/**
 * Closes after `durationMs`, not counting the time while paused. Not Radix's own timer: it keeps running in a hidden tab, and
 * stays paused for the next toast when one is closed under the pointer.
 */
const useAutoClose = (open: boolean, paused: boolean, close: () => void): void => {
  const remaining = useRef(durationMs)
  useEffect(() => {
    if (!open || paused) return
    const startedAt = performance.now()
    const timer = setTimeout(close, remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - startedAt
    }
  }, [open, paused, close])
}

function ToastCard({ message, closeLabel }: { message: ToastState; closeLabel: string }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const hidden = usePageHidden()
  const close = useCallback(() => dismissToast(message.id), [message.id])
  useAutoClose(message.open, hovered || focused || hidden, close)
  const destructive = message.variant === 'destructive'

  return (
    <Toast.Root
      open={message.open}
      onOpenChange={(open) => !open && close()}
      duration={Number.POSITIVE_INFINITY}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={cx(card, destructive ? 'border-danger' : 'border-fjord')}
    >
      <div>
        <Toast.Title className="font-semibold">{message.title}</Toast.Title>
        {message.description && <Toast.Description className="mt-0.5">{message.description}</Toast.Description>}
      </div>
      <Toast.Close
        aria-label={closeLabel}
        className="-mt-1 -mr-1 grid size-7 shrink-0 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
      >
        <CloseIcon />
      </Toast.Close>
    </Toast.Root>
  )
}

export interface ToasterLabels {
  /** The name of the region; `{hotkey}` becomes the key that focuses it. */
  readonly region: string
  readonly notification: string
  readonly close: string
}

/** On the left, a narrow card keeps clear of a dialog's buttons at the bottom right. */
const corners = { left: 'sm:right-auto sm:left-0 sm:max-w-84', right: '' } as const

const norwegianLabels: ToasterLabels = { region: 'Varsler ({hotkey})', notification: 'Varsel', close: 'Lukk varselet' }

interface ToasterProps {
  readonly labels?: ToasterLabels
  /** The bottom corner on wide screens; phones show toasts at the top. */
  readonly corner?: keyof typeof corners
}

/** The toast region; render it once per app. F8 focuses it. */
export function Toaster({ labels = norwegianLabels, corner = 'right' }: ToasterProps) {
  const message = currentToast.use()
  return (
    <Toast.Provider
      label={labels.notification}
      duration={durationMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
    >
      {message && <ToastCard key={message.id} message={message} closeLabel={labels.close} />}
      <Toast.Viewport
        hotkey={['F8']}
        label={labels.region}
        className={cx(
          'fixed right-0 z-60 flex w-full max-w-104 flex-col p-4 outline-none max-sm:top-0 sm:bottom-0',
          corners[corner],
        )}
      />
    </Toast.Provider>
  )
}
