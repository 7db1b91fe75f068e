import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startRegister } from '../../../../stand-ins/register.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { logInTo, startServerProcess } from '../../testing/server-process.ts'

const fixtures = new URL('../../../../stand-ins/brreg/', import.meta.url)
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))

/** Every birth date in the fixtures, `YYYY-MM-DD` or `dd.mm.yyyy`. */
const birthDates = [
  ...new Set(
    files.flatMap((file) =>
      [...readFileSync(new URL(file, fixtures), 'utf8').matchAll(/"fodselsdato": ?"([^"]+)"/g)].map(
        ([, date = '']) => date,
      ),
    ),
  ),
]
const numbers = [...new Set(files.flatMap((file) => /(\d{9})\.json$/.exec(file)?.[1] ?? []))]

test('returns and logs no birth dates, even at trace level and for malformed answers', async () => {
  expect(birthDates.length).toBeGreaterThan(10)
  expect(numbers.length).toBeGreaterThan(10)
  const register = await startRegister()
  const server = startServerProcess({
    env: {
      DATABASE_URL: (await createTestDatabase()).url,
      DATA_DIR: createDataDir(),
      BRREG_BASE_URL: register.url,
      LOG_LEVEL: 'trace',
      ADMIN_PASSWORD: 'administratorens-passord',
    },
  })
  const address = await server.ready
  const headers = { cookie: await logInTo(address, 'administratorens-passord') }
  const answers: string[] = []
  const ask = async (...calls: readonly string[]) => {
    for (const number of numbers) {
      for (const call of calls) {
        const answer = await fetch(`${address}/api/admin/brreg/${call}${number}`, { headers })
        answers.push(`${answer.status} ${await answer.text()}`)
      }
    }
  }
  // Truncated first: failures are logged and nothing is cached.
  register.misbehave({ truncated: true })
  await ask('roles/', 'signature/')
  const person = { fodselsdato: '1970-01-01' }
  register.misbehave({
    bodies: Object.fromEntries(numbers.map((n) => [`/enhetsregisteret/api/enheter/${n}/roller`, person])),
  })
  await ask('roles/')
  register.misbehave({})
  await ask('search?q=', 'financial/', 'roles/', 'signature/')
  await register.close()
  expect(answers.filter((answer) => answer.startsWith('502')).length).toBeGreaterThan(numbers.length)
  expect(answers.filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(numbers.length * 3)
  expect(answers.join()).toContain('Kari')
  await server.stop()
  expect(server.output()).toContain('/api/admin/brreg/roles/')
  for (const date of [...birthDates, 'fodselsdato']) {
    expect(answers.join().includes(date), `${date} in an answer`).toBe(false)
    expect(server.output().includes(date), `${date} in the log`).toBe(false)
  }
}, 120_000)
