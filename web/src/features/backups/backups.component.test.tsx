import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { openOffice } from '../../testing/office.tsx'

const done = {
  id: '0b8f5c0e-7d2a-4c56-9a39-0d8f6f1f2a01',
  startedAt: '2026-03-24T01:30:00.000Z',
  finishedAt: '2026-03-24T01:31:00.000Z',
  state: 'done',
  fileName: 'kontor-2026-03-24-0230-1f3a9c02.tar.gz.age',
  location: 's3://kopier/kontor',
  encrypted: true,
  sizeBytes: 4_200_000,
  rows: 1204,
  verified: true,
  problem: null,
  keptUntil: '2026-09-23T22:00:00.000Z',
}

const failed = {
  ...done,
  id: '0b8f5c0e-7d2a-4c56-9a39-0d8f6f1f2a02',
  startedAt: '2026-03-25T01:30:00.000Z',
  state: 'failed',
  verified: false,
  sizeBytes: null,
  rows: null,
  problem: 'Disken er full.',
  keptUntil: null,
}

const schedule = { location: done.location, nextAt: '2026-03-26T01:30:00.000Z', encrypted: true, late: false }

const showBackups = (backups: object[]) =>
  intercept('GET', /^\/api\/backups$/, () => Response.json({ schedule, backups }))

const section = page.getByRole('region', { name: 'Faste sikkerhetskopier' })
const take = section.getByRole('button', { name: 'Ta sikkerhetskopi nå' })

test('lists the backups: when, how large, where, verified, kept until, or why it failed; takes one now', async () => {
  showBackups([failed, done])
  await openOffice('/admin?tab=settings&section=system')
  const [first, second] = [section.getByRole('listitem').nth(0), section.getByRole('listitem').nth(1)]
  await expect.element(first).toMatchTextContent('Feilet')
  await expect.element(first).toMatchTextContent('Disken er full.')
  await expect.element(second).toMatchTextContent(/4,2\sMB, 1\s204 rader, kryptert, kontrollert/)
  await expect.element(second).toMatchTextContent('kontor-2026-03-24-0230-1f3a9c02.tar.gz.age i s3://kopier/kontor')
  await expect.element(second).toMatchTextContent(/Beholdes til .*24\. september 2026/)

  const stop = intercept('POST', /^\/api\/backups$/, () => errorAnswer(409, 'En sikkerhetskopi er allerede i gang.'))
  await take.click()
  await expect.element(section.getByText('En sikkerhetskopi er allerede i gang.')).toBeVisible()
  expect(countCalls('POST', /^\/api\/backups$/)).toBe(1)
  stop()
  const running = { ...failed, state: 'running', problem: null, finishedAt: null }
  intercept('POST', /^\/api\/backups$/, () => Response.json({ schedule, backups: [running] }))
  showBackups([running])
  await take.click()
  await expect.element(section.getByText('Pågår …')).toBeVisible()
  await expect
    .element(section.getByRole('button', { name: 'Tar sikkerhetskopi …' }))
    .toHaveAttribute('aria-disabled', 'true')
})

test('names the variable that configures backups', async () => {
  await openOffice('/admin?tab=settings&section=system')
  await expect.element(section.getByText(/ikke satt opp/)).toMatchTextContent('BACKUP_TO')
})
