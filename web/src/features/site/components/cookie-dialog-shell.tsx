import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

export interface CookieDialogProps {
  readonly onClose: () => void
}

interface CookieDialogShellProps extends CookieDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** For buttons that close the dialog; `onClose` follows. */
  readonly dialog: RefObject<HTMLDialogElement | null>
}

/** A native modal: the browser traps the focus, closes it on Escape and restores the focus. */
export function CookieDialogShell({ title, children, dialog, onClose }: CookieDialogShellProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [dialog])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto max-h-[min(52rem,calc(100dvh-2rem))] w-[min(44rem,calc(100vw-2rem))] overscroll-contain rounded-md border-fjord border-t-4 bg-paper p-6 pb-0! text-body text-ink shadow-float [--color-focus:var(--color-signal)] backdrop:bg-scrim sm:p-9"
    >
      <h2
        ref={heading}
        id={titleId}
        tabIndex={-1}
        className="font-bold text-[clamp(1.375rem,7vw,1.75rem)] leading-tight outline-none"
      >
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** The dialog's buttons stay in view while the content scrolls, if the window is high enough. */
export const dialogEnd = 'sticky bottom-0 flex flex-wrap gap-3 border-rule border-t bg-paper py-5'

export const dialogButton =
  'min-h-12 rounded-sm border border-ink px-4 sm:px-5 font-semibold transition-colors hover:bg-sunken'
