import { IconButton } from '../base/button.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '../base/icons.tsx'

/** Returns a copy of the list with the item at `index` moved one place. */
export const moveItem = <Item,>(items: readonly Item[], index: number, by: 1 | -1): Item[] => {
  const next = [...items]
  next.splice(index + by, 0, ...next.splice(index, 1))
  return next
}

interface MoveButtonsProps {
  /** Names the item in the buttons' labels. */
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: 1 | -1) => void
}

export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        label={`Flytt opp: ${name}`}
        icon={<ArrowUpIcon />}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      />
      <IconButton
        label={`Flytt ned: ${name}`}
        icon={<ArrowDownIcon />}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      />
    </>
  )
}
