import { useCombobox } from 'downshift'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { IconButton } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { CloseIcon, SearchIcon } from '../../../ui/base/icons.tsx'
import { useScrolls } from '../../../ui/base/use-scrolls.ts'
import { useReturnFocus } from '../../../ui/dialog/use-return-focus.ts'

export interface CommandItem {
  readonly id: string
  readonly icon: ReactNode
  readonly title: string
  readonly detail?: string
}

export interface CommandGroup {
  readonly label: string
  readonly items: readonly CommandItem[]
}

interface CommandListProps {
  readonly title: string
  readonly placeholder: string
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly groups: readonly CommandGroup[]
  /** The text below the items, which screen readers announce. */
  readonly status: string
  /** An element below the status, such as a button to try again. */
  readonly footer?: ReactNode
  /**
   * Called with the chosen item, or with null if the user presses Enter while there are no items. `isPicked` is true if the user clicked
   * the item or moved to it, and false if Enter chose the first item.
   */
  readonly onChoose: (item: CommandItem | null, isPicked: boolean) => void
}

interface CommandDialogProps extends CommandListProps {
  /** Returns the element to focus when the dialog closes; null focuses the element that had the focus before. */
  readonly findOpener: () => HTMLElement | null
  readonly onClose: () => void
}

function Item({ item, highlighted }: { item: CommandItem; highlighted: boolean }) {
  return (
    <>
      <span className="shrink-0">{item.icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{item.title}</span>
        {item.detail && (
          <span className={cx('block truncate text-xs', !highlighted && 'text-soft')}>{item.detail}</span>
        )}
      </span>
    </>
  )
}

/** Returns the groups, each with the index of its first item among all items. */
const numberedGroups = (groups: readonly CommandGroup[]) => {
  let next = 0
  return groups.map((group) => {
    const first = next
    next += group.items.length
    return { ...group, first }
  })
}

interface Highlight {
  readonly index: number
  /** The id of the highlighted item; null until the user moves the highlight. */
  readonly id: string | null
}

const first: Highlight = { index: 0, id: null }

function CommandList({ input, ...props }: CommandListProps & { input: RefObject<HTMLInputElement | null> }) {
  const { title, placeholder, query, onQueryChange, groups, status, footer, onChoose } = props
  const groupId = useId()
  const [list, scrolls] = useScrolls()
  const items = groups.flatMap((group) => group.items)
  // Stores the id as well as the index, so that the same item stays highlighted when other items are inserted before it.
  const [highlighted, setHighlighted] = useState<Highlight>(first)
  const place = items.findIndex(({ id }) => id === highlighted.id)
  const highlightedIndex = place >= 0 ? place : Math.min(highlighted.index, items.length - 1)
  const { getInputProps, getMenuProps, getItemProps } = useCombobox<CommandItem>({
    items,
    itemToString: (item) => item?.title ?? '',
    isOpen: true,
    inputValue: query,
    selectedItem: null,
    highlightedIndex,
    onHighlightedIndexChange: ({ highlightedIndex: index }) =>
      setHighlighted(index < 0 ? first : { index, id: items[index]?.id ?? null }),
    onSelectedItemChange: ({ selectedItem, type }) => {
      const { InputBlur, ItemClick } = useCombobox.stateChangeTypes
      // Ignores the loss of focus, on which the combobox would choose the highlighted item.
      if (selectedItem && type !== InputBlur) onChoose(selectedItem, place >= 0 || type === ItemClick)
    },
  })

  return (
    <>
      <div className="flex items-center gap-2 border-rule border-b py-2 pr-2 pl-4">
        <SearchIcon className="size-4 shrink-0 text-soft" />
        <input
          {...getInputProps({
            ref: input,
            'aria-label': title,
            'aria-labelledby': undefined,
            placeholder,
            spellCheck: false,
            enterKeyHint: 'go',
            onChange: (event) => {
              setHighlighted(first)
              onQueryChange(event.currentTarget.value)
            },
            onKeyDown: ({ key }) => key === 'Enter' && items.length === 0 && onChoose(null, false),
          })}
          className="min-w-0 flex-1 bg-transparent px-1 py-2 text-base outline-none placeholder:text-soft"
        />
        <Radix.Close asChild>
          <IconButton label="Lukk" icon={<CloseIcon />} />
        </Radix.Close>
      </div>
      {/* A scrolling list must be focusable for keyboard users, since its options never get the focus. */}
      <div
        ref={list}
        {...(scrolls && { tabIndex: 0 })}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 -outline-offset-2"
      >
        <div {...getMenuProps({ 'aria-label': title, 'aria-labelledby': undefined })}>
          {numberedGroups(groups).map(({ label, items: inGroup, first: start }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a list of options
            <div key={label} role="group" aria-labelledby={`${groupId}${start}`}>
              <div id={`${groupId}${start}`} role="presentation" className="px-2.5 pt-2.5 pb-1 text-soft text-xs">
                {label}
              </div>
              {inGroup.map((item, at) => (
                <div
                  key={item.id}
                  {...getItemProps({ item, index: start + at })}
                  className={cx(
                    'flex min-h-10 cursor-default items-center gap-3 rounded-sm px-2.5 py-1.5 text-sm',
                    start + at === highlightedIndex && 'bg-fjord text-on-fjord',
                  )}
                >
                  <Item item={item} highlighted={start + at === highlightedIndex} />
                </div>
              ))}
            </div>
          ))}
        </div>
        <p role="status" className="text-soft text-sm [&:not(:empty)]:px-2.5 [&:not(:empty)]:py-2">
          {status}
        </p>
        {footer && <div className="px-2.5 pb-2">{footer}</div>}
      </div>
    </>
  )
}

/** Shows a dialog with a search field over a list of items, for keyboard and pointer. Open while rendered. */
export function CommandDialog({ findOpener, onClose, ...list }: CommandDialogProps) {
  const returnFocus = useReturnFocus(findOpener)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          data-palette=""
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            input.current?.focus()
          }}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-40 flex flex-col bg-surface text-ink shadow-float outline-none sm:inset-x-0 sm:top-[12dvh] sm:bottom-auto sm:mx-auto sm:max-h-[70dvh] sm:w-[calc(100%-3rem)] sm:max-w-2xl sm:rounded-md"
        >
          <Radix.Title className="sr-only">{list.title}</Radix.Title>
          <CommandList {...list} input={input} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
