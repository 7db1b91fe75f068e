import { expect, test } from 'vitest'
import { findGuessable } from './password-policy.ts'

test('rejects calls while twenty are waiting, and recovers afterwards', async () => {
  const calls = Array.from({ length: 22 }, () => findGuessable([]))
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toMatchObject([{ statusCode: 503 }, { statusCode: 503 }])
  const later = await findGuessable([
    { password: 'passwordpassword', names: [] },
    { password: 'fjelltopp-kanel-røyskatt', names: [] },
  ])
  expect(later).toEqual([true, false])
})
