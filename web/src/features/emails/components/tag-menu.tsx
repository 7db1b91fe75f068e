import { type TagName, type TemplateType, tagApplies, tagLabel, tagNames } from '@kontor/contract/emails/emails.rules'
import { DropdownMenu } from 'radix-ui'
import { Button } from '../../../ui/base/button.tsx'
import { TagIcon } from '../../../ui/base/icons.tsx'

interface TagMenuProps {
  readonly className?: string
  readonly type: TemplateType
  readonly label: string
  readonly onInsert: (name: TagName) => void
  /** Called when the menu closes, to return the focus to the text. */
  readonly onClose: () => void
}

/** Lists all tags. The menu says which tags have no value in templates of this type. */
export function TagMenu({ type, label, onInsert, onClose, className }: TagMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button variant="quiet" size="small" aria-label={label} className={className}>
          <TagIcon /> Tagg
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClose()
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-64 overflow-y-auto rounded-md border border-border bg-surface p-1 text-ink shadow-float"
        >
          {tagNames.map((name) => (
            <DropdownMenu.Item
              key={name}
              onSelect={() => onInsert(name)}
              className="flex min-h-8 cursor-default select-none items-baseline gap-3 rounded-sm px-2.5 py-1.5 text-sm outline-none data-highlighted:bg-fjord data-highlighted:text-on-fjord"
            >
              <span>{tagLabel(name)}</span>
              <span className="ml-auto text-[0.8125rem]">
                {tagApplies(name, type) ? `{${name}}` : `{${name}}, tom her`}
              </span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
