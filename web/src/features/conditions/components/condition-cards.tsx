import { useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { DismissibleNotice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Condition, useOrderConditions } from '../conditions.api.ts'
import { ConditionCard, type Direction, moveButtonId } from './condition-card.tsx'

interface ConditionCardsProps {
  /** All, in their order. */
  readonly conditions: readonly Condition[]
  /** Those that the filter lets through. */
  readonly shown: readonly Condition[]
  readonly onEdit: (condition: Condition) => void
  readonly onDelete: (condition: Condition) => void
}

/** The ids of all when `moved` has changed sides with its neighbour among those shown. */
const movedIds = (
  { conditions, shown }: Pick<ConditionCardsProps, 'conditions' | 'shown'>,
  moved: Condition,
  direction: Direction,
): number[] => {
  const place = shown.indexOf(moved)
  const neighbour = shown[direction === 'up' ? place - 1 : place + 1]
  const ids = conditions.map(({ id }) => id).filter((id) => id !== moved.id)
  if (!neighbour) return conditions.map(({ id }) => id)
  ids.splice(ids.indexOf(neighbour.id) + (direction === 'up' ? 0 : 1), 0, moved.id)
  return ids
}

/** The conditions as cards that can change places. */
export function ConditionCards({ conditions, shown, onEdit, onDelete }: ConditionCardsProps) {
  const order = useOrderConditions()
  const [problem, setProblem] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const pressed = useRef<string | null>(null)

  // The card that moves is taken out of the page and put in again, and the focus of its button is lost on the way.
  const places = shown.map(({ id }) => id).join()
  useLayoutEffect(() => {
    if (pressed.current === null || places === '') return
    document.getElementById(pressed.current)?.focus()
    pressed.current = null
  }, [places])

  const move = (condition: Condition, direction: Direction) => {
    setProblem(null)
    pressed.current = moveButtonId(condition.id, direction)
    const ids = movedIds({ conditions, shown }, condition, direction)
    setTold(`${condition.name} er nå nummer ${ids.indexOf(condition.id) + 1} av ${ids.length}.`)
    order.mutate(ids, {
      onError: (error) => {
        setTold('')
        setProblem(`Rekkefølgen ble ikke lagret. ${errorText(error)}`)
        toast({ title: 'Feil', description: 'Kunne ikke oppdatere betingelse', variant: 'destructive' })
      },
    })
  }

  return (
    <>
      <DismissibleNotice problem={problem} onClose={() => setProblem(null)} />
      <p role="status" className="sr-only">
        {told}
      </p>
      <ul className="flex flex-col gap-3">
        {shown.map((condition, index) => (
          <ConditionCard
            key={condition.id}
            condition={condition}
            first={index === 0}
            last={index === shown.length - 1}
            onMove={(direction) => move(condition, direction)}
            onEdit={() => onEdit(condition)}
            onDelete={() => onDelete(condition)}
          />
        ))}
      </ul>
    </>
  )
}
