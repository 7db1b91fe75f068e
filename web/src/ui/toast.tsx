import { Toast } from 'radix-ui'
import { useCallback, useEffect } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { CloseIcon } from './icons.tsx'
import { currentToast, dismissToast, type ToastState } from './toast-store.ts'
import { useAutoClose } from './use-auto-close.ts'
import { useSwipe } from './use-swipe.ts'

/** With something to press. */
const actionDurationMs = 10_000

const card =
  'pointer-events-auto flex touch-none select-none items-start justify-between gap-3 rounded-md border border-l-4 bg-surface px-4 py-3 text-ink text-sm leading-snug shadow-float'

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

/** Closes the toast on Esc, unless something above the screen is open or anything else has taken the key. */
const useEscapeElsewhere = (close: () => void): void => {
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('[role=dialog], [role=alertdialog]')) close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])
}

/** Not Radix's, which takes Esc from the dialog beneath, and whose timer keeps running in a hidden tab. */
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
      {...useAutoClose(true, close, action ? actionDurationMs : undefined)}
      {...useSwipe(close)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: F8 and Tab lead to it
      tabIndex={0}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className={cx(card, variant === 'destructive' ? 'border-danger' : 'border-fjord')}
    >
      <div>
        <p className="font-semibold">{title}</p>
        {description && <p className="mt-0.5">{description}</p>}
        {action && (
          <Button size="small" aria-keyshortcuts="Alt+Z" onClick={act} className="mt-2">
            {action.label} <kbd className="ml-1.5 font-normal text-soft text-xs">Alt+Z</kbd>
          </Button>
        )}
      </div>
      <button
        type="button"
        aria-label={document.documentElement.lang.startsWith('en') ? 'Close the message' : 'Lukk varselet'}
        onClick={close}
        className="-mt-1 -mr-1 grid size-7 shrink-0 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
      >
        <CloseIcon />
      </button>
    </li>
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

/** The office's toast region, whose buttons don't count as outside an open dialog; render it once. F8 focuses it. */
export function Toaster({ corner = 'right' }: ToasterProps) {
  const message = currentToast.use()
  return (
    <Toast.Provider>
      <Toast.Viewport
        hotkey={['F8']}
        label="Varsler ({hotkey})"
        aria-live="assertive"
        className={cx(
          'fixed right-0 z-60 flex w-full max-w-104 flex-col p-4 outline-none sm:bottom-0',
          phonePlace,
          corners[corner],
        )}
      >
        {message?.open && <ToastCard key={message.id} message={message} />}
      </Toast.Viewport>
    </Toast.Provider>
  )
}
