import { useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { DismissibleNotice } from '../../../ui/states.tsx'
import { toastFailure } from '../../../ui/toast-store.ts'
import { type Condition, useOrderConditions } from '../conditions.api.ts'
import { ConditionCard, type Direction, moveButtonId } from './condition-card.tsx'

interface ConditionCardsProps {
  /** All conditions, in order. */
  readonly conditions: readonly Condition[]
  /** The conditions that match the filter. */
  readonly shown: readonly Condition[]
  readonly onEdit: (condition: Condition) => void
  readonly onDelete: (condition: Condition) => void
}

/** The ids of all conditions after `condition` has swapped places with its neighbour among those shown. */
const reorderedIds = (
  { conditions, shown }: Pick<ConditionCardsProps, 'conditions' | 'shown'>,
  condition: Condition,
  direction: Direction,
): number[] => {
  const place = shown.indexOf(condition)
  const neighbour = shown[direction === 'up' ? place - 1 : place + 1]
  const ids = conditions.map(({ id }) => id).filter((id) => id !== condition.id)
  if (!neighbour) return conditions.map(({ id }) => id)
  ids.splice(ids.indexOf(neighbour.id) + (direction === 'up' ? 0 : 1), 0, condition.id)
  return ids
}

/** The conditions as cards that can be reordered. */
export function ConditionCards({ conditions, shown, onEdit, onDelete }: ConditionCardsProps) {
  const order = useOrderConditions()
  const [problem, setProblem] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const pressedButtonId = useRef<string | null>(null)

  // Moving a card re-inserts its element, which loses the focus of its button.
  const shownIds = shown.map(({ id }) => id).join()
  useLayoutEffect(() => {
    if (pressedButtonId.current === null || shownIds === '') return
    document.getElementById(pressedButtonId.current)?.focus()
    pressedButtonId.current = null
  }, [shownIds])

  const move = (condition: Condition, direction: Direction) => {
    setProblem(null)
    pressedButtonId.current = moveButtonId(condition.id, direction)
    const ids = reorderedIds({ conditions, shown }, condition, direction)
    setAnnouncement(`${condition.name} er nå nummer ${ids.indexOf(condition.id) + 1} av ${ids.length}.`)
    order.mutate(ids, {
      onError: (error) => {
        setAnnouncement('')
        setProblem(`Rekkefølgen ble ikke lagret. ${errorText(error)}`)
        toastFailure('Kunne ikke oppdatere betingelse')
      },
    })
  }

  return (
    <>
      <DismissibleNotice problem={problem} onClose={() => setProblem(null)} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ul className="flex flex-col gap-3">
        {shown.map((condition, index) => (
          <ConditionCard
            key={condition.id}
            condition={condition}
            isFirst={index === 0}
            isLast={index === shown.length - 1}
            onMove={(direction) => move(condition, direction)}
            onEdit={() => onEdit(condition)}
            onDelete={() => onDelete(condition)}
          />
        ))}
      </ul>
    </>
  )
}
