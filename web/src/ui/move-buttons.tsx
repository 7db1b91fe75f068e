import { Button } from './button.tsx'
import { ArrowDownIcon, ArrowUpIcon } from './icons.tsx'

/** A list with the item at `index` moved one place. */
export const moved = <Item,>(items: readonly Item[], index: number, by: 1 | -1): Item[] => {
  const next = [...items]
  next.splice(index + by, 0, ...next.splice(index, 1))
  return next
}

interface MoveButtonsProps {
  /** What is moved. */
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: 1 | -1) => void
}

/** One place up, one place down. */
export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Flytt opp: ${name}`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      >
        <ArrowUpIcon />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Flytt ned: ${name}`}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      >
        <ArrowDownIcon />
      </Button>
    </>
  )
}
