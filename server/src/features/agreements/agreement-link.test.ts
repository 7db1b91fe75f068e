import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { linkedAgreement } from './agreements.public.routes.ts'

const { kontor, createAndSend, responsePath, view } = await startAgreementApp()
const find = linkedAgreement(kontor.deps)

test('a reader without scripts gets what the link shows others, and the address of the PDF', async () => {
  const agreement = await createAndSend()
  const found = await find(agreement.responseToken)
  expect(found?.view).toEqual(await view(agreement))
  expect(found?.pdf).toBe(`${responsePath(agreement)}/pdf`)
})

test.each(['unknown', '', '\0', '../x', 'æ'.repeat(5_000)])(
  'an unknown or malformed token is not found: %j',
  async (token) => {
    expect(await find(token)).toBeNull()
  },
)
