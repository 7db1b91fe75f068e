import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Render it once per app, around everything with tooltips. Tooltips open after 700 ms, or at once shortly after another one. */
export const TooltipProvider = Radix.Provider

/** Describes its only child. The child needs an accessible name of its own for users who never see the tooltip. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-[0.8125rem] text-paper leading-snug"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
