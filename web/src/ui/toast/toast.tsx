import { Toast } from 'radix-ui'
import { useCallback, useEffect } from 'react'
import { Button } from '../base/button.tsx'
import { cx } from '../base/cx.ts'
import { CloseIcon } from '../base/icons.tsx'
import { currentToast, dismissToast, type ToastState } from './toast-store.ts'
import { useAutoClose } from './use-auto-close.ts'
import { useSwipe } from './use-swipe.ts'

/** Returns true on the page of a customer who reads English. Called for each message, since the page's language arrives with the agreement. */
const isEnglish = (): boolean => document.documentElement.lang.startsWith('en')

/** Milliseconds for which a toast with a button stays. */
const actionDurationMs = 10_000

const card =
  'pointer-events-auto flex touch-none select-none items-center gap-3 rounded-md border border-l-4 bg-surface py-1.5 pr-2 pl-4 text-ink text-sm leading-snug shadow-float'

/** Calls `act` on Alt+Z, even within a dialog, from which the focus can't reach the toast. */
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

/** Closes the toast on Esc, unless a dialog is open or other code has handled the key. */
const useEscapeElsewhere = (close: () => void): void => {
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('[role=dialog], [role=alertdialog]')) close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])
}

/** Shows a toast. Doesn't use Radix's toast, which takes Esc from the dialog beneath, and whose timer keeps running in a hidden tab. */
function ToastCard({ message }: { message: ToastState }) {
  const { id, action, title, description, variant } = message
  const close = useCallback(() => dismissToast(id), [id])
  const act = useCallback(() => {
    close()
    void action?.run()
  }, [action, close])
  useActionKey(action !== undefined, act)
  useEscapeElsewhere(close)

  return (
    <li
      {...useAutoClose(close, action ? actionDurationMs : undefined)}
      {...useSwipe(close)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: F8 and Tab lead to it
      tabIndex={0}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className={cx(card, variant === 'destructive' ? 'border-danger' : 'border-fjord')}
    >
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-2 py-0.5 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        {description && <p>{description}</p>}
      </div>
      {action && (
        <Button size="small" aria-keyshortcuts="Alt+Z" onClick={act}>
          {action.label} <kbd className="font-normal text-soft text-xs max-sm:hidden pointer-coarse:hidden">Alt+Z</kbd>
        </Button>
      )}
      <button
        type="button"
        aria-label={isEnglish() ? 'Close the message' : 'Lukk varselet'}
        onClick={close}
        className="grid size-8 shrink-0 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
      >
        <CloseIcon />
      </button>
    </li>
  )
}

/**
 * Shows the office's toasts at the bottom left of the window, above any bar of buttons there. A click on a toast's button doesn't count as
 * a click outside a dialog. F8 focuses the toasts.
 */
export function Toaster() {
  const message = currentToast.use()
  return (
    <Toast.Provider>
      <Toast.Viewport
        hotkey={['F8']}
        label={isEnglish() ? 'Notifications ({hotkey})' : 'Varsler ({hotkey})'}
        aria-live="assertive"
        className="fixed bottom-[calc(var(--bottom-bar,0px)+0.5rem)] left-2 z-60 flex w-max max-w-[min(30rem,calc(100vw-1rem))] flex-col outline-none"
      >
        {message?.open && <ToastCard key={message.id} message={message} />}
      </Toast.Viewport>
    </Toast.Provider>
  )
}
