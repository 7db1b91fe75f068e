import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Tooltip } from '../../../ui/base/tooltip.tsx'
import { newStep } from './template-steps.ts'

interface ToolButtonProps {
  readonly label: string
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A quiet button of the toolbar. Pressing it keeps the focus and the selection in the text. */
function ToolButton({ label, pressed, disabled = false, onClick, children }: ToolButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        variant="quiet"
        size="icon"
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !disabled && onClick()}
        className={cx('text-[0.8125rem]', pressed && 'bg-fjord-tint text-fjord-deep')}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

const drawing = (path: string) => (
  <svg
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="size-4"
  >
    <path d={path} />
  </svg>
)

export function FormatButtons({ editor }: { editor: Editor }) {
  const run = () => newStep(editor).focus()
  const history = () => editor.chain().focus()
  return (
    <>
      <ToolButton label="Fet" pressed={editor.isActive('bold')} onClick={() => run().toggleBold().run()}>
        <b>F</b>
      </ToolButton>
      <ToolButton label="Kursiv" pressed={editor.isActive('italic')} onClick={() => run().toggleItalic().run()}>
        <i className="font-serif">K</i>
      </ToolButton>
      <ToolButton
        label="Overskrift"
        pressed={editor.isActive('heading')}
        onClick={() => run().toggleHeading({ level: 2 }).run()}
      >
        <b>H</b>
      </ToolButton>
      <ToolButton
        label="Punktliste"
        pressed={editor.isActive('bulletList')}
        onClick={() => run().toggleBulletList().run()}
      >
        {drawing('M6 4h8M6 8h8M6 12h8M2.500 4v.01M2.500 8v.01M2.500 12v.01')}
      </ToolButton>
      <ToolButton
        label="Nummerert liste"
        pressed={editor.isActive('orderedList')}
        onClick={() => run().toggleOrderedList().run()}
      >
        {drawing('M7 4h7M7 8h7M7 12h7M2 3l1.200-.700V6.500M2 10h2l-2 3h2')}
      </ToolButton>
      <ToolButton label="Sitat" pressed={editor.isActive('blockquote')} onClick={() => run().toggleBlockquote().run()}>
        {drawing('M2.500 3v10M6 4.500h8M6 8h8M6 11.500h5')}
      </ToolButton>
      <ToolButton label="Angre" disabled={!editor.can().undo()} onClick={() => history().undo().run()}>
        {drawing('M5.500 3 2.500 6l3 3M2.500 6H10a3.500 3.500 0 0 1 0 7H6')}
      </ToolButton>
      <ToolButton label="Gjør om" disabled={!editor.can().redo()} onClick={() => history().redo().run()}>
        {drawing('m10.500 3 3 3-3 3M13.500 6H6a3.500 3.500 0 0 0 0 7h4')}
      </ToolButton>
    </>
  )
}
