import type { Company } from '@kontor/contract/company/company.schema'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off', publicUrl: 'https://www.eksempel.example' })

test('says where to report vulnerabilities, for half a year, and follows the company', async () => {
  const admin = await kontor.asAdmin()
  const { version } = (await admin('GET', '/api/company')).json<Company>()
  await admin('PUT', '/api/company', { email: 'sikkerhet@eksempel.example', version })
  const { headers, body } = await kontor.call('GET', '/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe(
    [
      'Contact: mailto:sikkerhet@eksempel.example',
      'Expires: 2026-09-20T09:00:00.000Z',
      'Preferred-Languages: no, en',
      'Canonical: https://www.eksempel.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
