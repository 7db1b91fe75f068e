/** The order of a list: by a column, descending or ascending. */
export interface Sort<Id extends string = string> {
  readonly id: Id
  readonly desc: boolean
}

/** Reads `id:asc` or `id:desc`; returns undefined for anything else. */
export const parseSort = <Id extends string>(text: string, ids: readonly Id[]): Sort<Id> | undefined => {
  const [name, direction, ...rest] = text.split(':')
  const id = ids.find((candidate) => candidate === name)
  if (!id || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) return undefined
  return { id, desc: direction === 'desc' }
}

export const formatSort = ({ id, desc }: Sort): string => `${id}:${desc ? 'desc' : 'asc'}`
