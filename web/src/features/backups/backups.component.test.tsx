import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { intercept } from '../../testing/calls.ts'
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
  intercept('GET', /^\/api\/backups$/, async () => Response.json({ schedule, backups }))

const open = () => openOffice('/admin?tab=settings&section=system')

const section = () => page.getByRole('region', { name: 'Faste sikkerhetskopier' })

test('lists the backups: when, how large, where, verified, kept until, or why it failed', async () => {
  showBackups([failed, done])
  await open()
  const [first, second] = [section().getByRole('listitem').nth(0), section().getByRole('listitem').nth(1)]
  await expect.element(first).toMatchTextContent('Feilet')
  await expect.element(first).toMatchTextContent('Disken er full.')
  await expect.element(second).toMatchTextContent(/4,2\sMB, 1\s204 rader, kryptert, kontrollert/)
  await expect.element(second).toMatchTextContent('kontor-2026-03-24-0230-1f3a9c02.tar.gz.age i s3://kopier/kontor')
  await expect.element(second).toMatchTextContent(/Beholdes til .*24\. september 2026/)
  await expectAccessible()
})

test('takes one now, once, and explains why it could not', async () => {
  showBackups([done])
  let posts = 0
  intercept('POST', /^\/api\/backups$/, async () => {
    posts += 1
    return Response.json({ error: 'En sikkerhetskopi er allerede i gang.' }, { status: 409 })
  })
  await open()
  await section().getByRole('button', { name: 'Ta sikkerhetskopi nå' }).click()
  await expect.element(section().getByText('En sikkerhetskopi er allerede i gang.')).toBeVisible()
  expect(posts).toBe(1)
})

test('waits while one is running', async () => {
  showBackups([{ ...failed, state: 'running', problem: null, finishedAt: null }])
  await open()
  await expect.element(section().getByText('Pågår …')).toBeVisible()
  await expect
    .element(section().getByRole('button', { name: 'Tar sikkerhetskopi …' }))
    .toHaveAttribute('aria-disabled', 'true')
})

test('names the variable that sets them up', async () => {
  await open()
  await expect.element(section().getByText(/ikke satt opp/)).toMatchTextContent('BACKUP_TO')
})
