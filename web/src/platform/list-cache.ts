// Updaters for `setQueryData`; a list that isn't cached stays uncached.

interface Row {
  readonly id: string | number
}

export const withAdded =
  <Entity extends Row>(added: Entity) =>
  (rows: Entity[] | undefined) =>
    rows && [...rows, added]

export const withReplaced =
  <Entity extends Row>(saved: Entity) =>
  (rows: Entity[] | undefined) =>
    rows?.map((row) => (row.id === saved.id ? saved : row))

export const without =
  (deleted: Row['id']) =>
  <Entity extends Row>(rows: Entity[] | undefined) =>
    rows?.filter(({ id }) => id !== deleted)
