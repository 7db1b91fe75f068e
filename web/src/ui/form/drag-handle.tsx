import type { DragEvent } from 'react'
import { GripIcon } from '../base/icons.tsx'

interface DragHandleProps {
  readonly onDragStart: (event: DragEvent<HTMLElement>) => void
  readonly onDragEnd: () => void
}

/** Drags its list item by mouse. The keyboard moves items by Alt with an arrow key, touch screens by buttons. */
export function DragHandle({ onDragStart, onDragEnd }: DragHandleProps) {
  return (
    <span
      aria-hidden="true"
      draggable
      title="Dra for å flytte, eller trykk Alt + pil opp eller ned"
      data-drag-handle=""
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      className="grid h-9 w-4 shrink-0 cursor-grab place-items-center self-start text-soft active:cursor-grabbing"
    >
      <GripIcon />
    </span>
  )
}
