/** A row's id and group. A list of places contains the rows of all groups, in the order of the rows. */
export interface Place {
  readonly id: string
  readonly group: string
}

/**
 * Keeps rows where the user saw them: in the order and groups of `shown`, including removed rows, which may come back. Only rows in
 * `moving` are moved or added, to the place that they have in `current`.
 */
export const freezeOrder = (
  shown: readonly Place[],
  current: readonly Place[],
  moving: ReadonlySet<string>,
): readonly Place[] => {
  const groups = new Map(current.map(({ id, group }) => [id, group]))
  const isLeaving = ({ id, group }: Place) => moving.has(id) && groups.get(id) !== group
  const places = shown.filter((place) => !isLeaving(place))
  for (const [index, place] of current.entries()) {
    if (!moving.has(place.id) || places.some(({ id }) => id === place.id)) continue
    const later = new Set(current.slice(index + 1).map(({ id }) => id))
    const next = places.findIndex(({ id, group }) => group === place.group && later.has(id))
    places.splice(next === -1 ? places.length : next, 0, place)
  }
  return places
}
