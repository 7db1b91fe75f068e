import { DropdownMenu } from 'radix-ui'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface ActionItem {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: () => void
}

/** An item with a URL, which opens in a new tab. */
interface FileItem {
  readonly label: string
  readonly icon: ReactNode
  readonly href: string
}

export type MenuItem = ActionItem | FileItem

interface OverflowMenuProps {
  /** The button's accessible name. */
  readonly label: string
  readonly icon: ReactNode
  /** The text shown next to the icon. The label must contain it. */
  readonly text?: string | undefined
  readonly items: readonly MenuItem[]
  /** Shown above the items. */
  readonly heading?: ReactNode
  /** True for a button without a border, for example in a row. */
  readonly quiet?: boolean
  readonly size?: 'small' | 'normal'
  readonly buttonRef?: RefObject<HTMLButtonElement | null>
}

const itemClasses =
  'flex h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none data-highlighted:bg-fjord data-highlighted:text-on-fjord'

/** A button that opens a menu of rarely used actions. Renders nothing without items. */
export function OverflowMenu(props: OverflowMenuProps) {
  const { label, icon, text, items, heading, quiet = false, size = 'normal', buttonRef } = props
  const ownRef = useRef<HTMLButtonElement>(null)
  const button = buttonRef ?? ownRef
  const [isOpen, setOpen] = useState(false)
  // The chosen action runs once the button is focused again, so that a dialog can return the focus to the button.
  const chosen = useRef<(() => void) | null>(null)
  if (items.length === 0) return null
  const square = quiet ? 'size-8 px-0!' : 'w-9 px-0!'
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <Button
          ref={button}
          aria-label={label}
          title={label}
          variant={quiet ? 'quiet' : 'secondary'}
          size={size}
          className={text === undefined ? square : 'max-w-52'}
        >
          {icon}
          {text !== undefined && <span className="truncate">{text}</span>}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const run = chosen.current
            if (!run) return
            event.preventDefault()
            chosen.current = null
            button.current?.focus()
            run()
          }}
          className="z-50 min-w-44 max-w-[calc(100vw-1rem)] rounded-md border border-border bg-surface p-1 text-ink shadow-float"
        >
          {heading && (
            <DropdownMenu.Label className="truncate px-2.5 py-1.5 text-[0.8125rem] text-soft">
              {heading}
            </DropdownMenu.Label>
          )}
          {items.map((item) =>
            'href' in item ? (
              <DropdownMenu.Item key={item.label} asChild className={itemClasses}>
                <a href={item.href} target="_blank" rel="noopener">
                  {item.icon} {item.label}
                </a>
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Item
                key={item.label}
                className={itemClasses}
                onSelect={() => {
                  chosen.current = item.onSelect
                }}
              >
                {item.icon} {item.label}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
