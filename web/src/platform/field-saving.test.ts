import { expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import { fieldSaving } from './field-saving.ts'

interface Stored {
  readonly version: number
  readonly owner: string
}

/** Saves over what is stored, with the entity of an earlier render. */
const savingOver = (seen: Stored, stored: Stored) => {
  let current = stored
  const save = fieldSaving<Stored, 'owner', string>({
    entity: seen,
    readValue: ({ owner }) => owner,
    send: async (_field, owner, version) => {
      if (version !== current.version) throw new ApiError(409, 'Endret', { current })
      current = { version: version + 1, owner }
    },
    conflictIn: (error) => (error instanceof ApiError ? (error.current as Stored) : null),
  })('owner')
  return { save, read: () => current.owner }
}

test("a second quick choice isn't in conflict with the first, but with a colleague's", async () => {
  const opened = { version: 1, owner: 'ingen' }
  const own = savingOver(opened, { version: 2, owner: 'Kari' })
  expect(await own.save('Ola', 'ingen', 'Kari')).toEqual({ kind: 'saved' })
  expect(own.read()).toBe('Ola')
  const other = savingOver(opened, { version: 2, owner: 'Per' })
  expect(await other.save('Ola', 'ingen', 'Kari')).toEqual({ kind: 'changed', stored: 'Per' })
  expect(other.read()).toBe('Per')
})
