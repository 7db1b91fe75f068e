import { useCallback, useEffect, useRef } from 'react'
import { useTexts } from '../../platform/i18n.tsx'
import { CloseIcon } from '../../ui/base/icons.tsx'
import { currentToast, dismissToast, type ToastState } from '../../ui/toast/toast-store.ts'
import { useAutoClose } from '../../ui/toast/use-auto-close.ts'
import { useSwipe } from '../../ui/toast/use-swipe.ts'
import { siteTexts } from '../texts/shell-texts.ts'

function ToastCard({ message: { id, title, description, variant } }: { message: ToastState }) {
  const { toaster } = useTexts(siteTexts)
  const close = useCallback(() => dismissToast(id), [id])
  return (
    <li
      {...useAutoClose(close)}
      {...useSwipe(close)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: F8 and Tab lead to it
      tabIndex={0}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className={`toast floating ${variant === 'destructive' ? 'border-danger' : 'border-fjord'}`}
    >
      <div>
        <p className="font-semibold">{title}</p>
        {description && <p className="mt-0.5">{description}</p>}
      </div>
      <button
        type="button"
        aria-label={toaster.close}
        onClick={close}
        className="-mt-1 -mr-1 grid size-7 shrink-0 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
      >
        <CloseIcon />
      </button>
    </li>
  )
}

/** The site's toasts, one at a time. Doesn't use Radix's toasts, whose code alone is a fifth of React's. */
export function SiteToaster() {
  const { toaster } = useTexts(siteTexts)
  const message = currentToast.use()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const focusByKey = ({ key }: KeyboardEvent) => key === 'F8' && list.current?.focus()
    addEventListener('keydown', focusByKey)
    return () => removeEventListener('keydown', focusByKey)
  }, [])
  return (
    <section aria-label={toaster.region}>
      <ol
        ref={list}
        tabIndex={-1}
        aria-live="polite"
        className="pointer-events-none fixed top-0 right-0 z-60 flex w-full max-w-104 flex-col p-4 outline-none"
      >
        {message?.open && <ToastCard key={message.id} message={message} />}
      </ol>
    </section>
  )
}
