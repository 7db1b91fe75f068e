import { Dialog as Radix } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { CloseIcon } from '../base/icons.tsx'
import { useScrolls } from '../base/use-scrolls.ts'
import { bottomBar } from '../toast/bottom-bar.ts'
import { ignoreClickThatClosesOthers } from './dialog-outside-click.ts'
import { preventDialogRefocus } from './dialog-refocus.ts'
import { useReturnFocus } from './use-return-focus.ts'

const widths = { normal: 'sm:max-w-lg', wide: 'sm:max-w-3xl', full: 'sm:max-w-6xl', page: 'sm:max-w-360' } as const

/** In windows from 40rem on, leaves space for toasts below a dialog that isn't `full`. */
const heights = {
  content: 'max-h-[94dvh] sm:max-h-[calc(100dvh-8rem)]',
  full: 'h-[98dvh] sm:h-[calc(100dvh-2rem)]',
} as const

interface DialogProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly width?: keyof typeof widths
  /** `full`: as high as the window, whatever its content. */
  readonly height?: keyof typeof heights
  /** Called for Esc, the close button and an outside click; the caller decides whether to close. */
  readonly onClose: () => void
  /** Prevent the event's default to focus something else. By default, the first control is focused: the close button. */
  readonly onOpenAutoFocus?: (event: Event) => void
  readonly onKeyDownCapture?: (event: KeyboardEvent<HTMLElement>) => void
  /** Buttons that stay visible below the content. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** Open while rendered. Takes the focus and returns it on close. */
export function Dialog(props: DialogProps) {
  const {
    title,
    description,
    width = 'normal',
    height = 'content',
    onClose,
    onOpenAutoFocus,
    onKeyDownCapture,
    footer,
    children,
  } = props
  const returnFocus = useReturnFocus()
  const [body, scrolls] = useScrolls()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          className={cx(
            'fixed inset-x-0 bottom-0 z-40 mx-auto flex w-full flex-col rounded-t-md bg-surface text-ink shadow-float outline-none sm:top-1/2 sm:bottom-auto sm:w-[calc(100%-3rem)] sm:-translate-y-1/2 sm:rounded-md',
            widths[width],
            heights[height],
          )}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={returnFocus}
          onKeyDownCapture={onKeyDownCapture}
          onPointerDownOutside={ignoreClickThatClosesOthers}
          onBlur={preventDialogRefocus}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className="flex items-start justify-between gap-4 border-rule border-b px-5 py-4">
            <div className="min-w-0">
              <Radix.Title className="font-semibold text-lg leading-snug tracking-tight">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-sm text-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Lukk"
              className="-my-1 -mr-1.5 grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
            >
              <CloseIcon />
            </Radix.Close>
          </header>
          {/* Focusable, since not every browser lets the keyboard scroll a long text without controls. */}
          <div
            ref={body}
            {...(scrolls && { tabIndex: 0 })}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 -outline-offset-2"
          >
            {children}
          </div>
          {footer && (
            <footer
              ref={bottomBar}
              className="flex flex-wrap items-center justify-end gap-2.5 border-rule border-t px-5 py-3.5"
            >
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
