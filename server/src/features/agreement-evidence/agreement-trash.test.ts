import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { knownBy } from '../../testing/evidence.ts'
import { verifyAgreement, verifyNumbers, verifyPdf } from './agreement-evidence.verification.service.ts'

const kontorApp = await startAgreementApp()
const { kontor, admin, callOk, createDraft, addLine, send, createAndSend } = kontorApp
const { answer, download, responsePath, view, events, read } = kontorApp
const { db, pool } = kontor.database
const known = knownBy(kontor.deps.signing)

await callOk('POST', '/api/conditions', { name: 'Betaling', content: '14 dager.', isDefault: true })

/** The tables of an agreement's parts, with the column that names it. */
const parts = [
  ['agreements', 'id'],
  ['agreement_products', 'agreement_id'],
  ['agreement_conditions', 'agreement_id'],
  ['agreement_snapshots', 'agreement_id'],
  ['agreement_sendings', 'agreement_id'],
  ['agreement_codes', 'agreement_id'],
  ['agreement_events', 'agreement_id'],
  ['agreement_answers', 'agreement_id'],
] as const

type Rows = Readonly<Record<string, unknown[]>>

/** Every row of an agreement as PostgreSQL writes it, with its stored PDFs and the numbers of all answers. */
const readAll = async ({ id }: Pick<Agreement, 'id'>): Promise<Rows> => {
  const rowsOf = async (statement: string, values: unknown[] = []) =>
    (await pool.query(`${statement} ORDER BY 1`, values)).rows.map(({ row }) => row)
  const all: Record<string, unknown[]> = {
    numbers: await rowsOf('SELECT t::text AS row FROM agreement_evidence t'),
    pdfs: await rowsOf(
      `SELECT t::text AS row FROM agreement_sealed_pdfs t
       WHERE answer_id IN (SELECT id FROM agreement_answers WHERE agreement_id = $1)`,
      [id],
    ),
  }
  for (const [table, column] of parts) {
    all[table] = await rowsOf(`SELECT t::text AS row FROM ${table} t WHERE ${column} = $1`, [id])
  }
  return all
}

/** Without the timeline's entries that a deletion and a restoration add on purpose. */
const withoutNotes = ({ agreement_events: all = [], ...rest }: Rows): Rows => ({
  ...rest,
  agreement_events: all.filter((row) => !/Gjenopprettet fra papirkurven|,archived,/.test(String(row))),
})

/** Returns the problems that `verify-agreement` finds. */
const faultsOf = async ({ id }: Pick<Agreement, 'id'>) => {
  const answers = (await verifyAgreement(db, id, known)) ?? []
  const { fault } = await verifyNumbers(db)
  return { answers: answers.length, faults: [...answers.flatMap(({ faults }) => faults), ...(fault ? [fault] : [])] }
}

const remove = ({ id }: Pick<Agreement, 'id'>) => callOk('DELETE', `/api/agreements/${id}`)
const restore = ({ id }: Pick<Agreement, 'id'>) => callOk('POST', `/api/trash/agreements/${id}/restore`)
const linkStatus = async (agreement: Agreement) => (await kontor.call('GET', responsePath(agreement))).statusCode

test('hides a sent one and its link; once restored, it shows the same text and takes the answer', async () => {
  const { id } = await createDraft({ verification: 'link', validUntil: '2026-05-01', language: 'en' })
  const first = await addLine(id, { description: 'Første' })
  const second = await addLine(id, { description: 'Andre', quantity: 3, vatRate: 12.5 })
  await callOk('PUT', `/api/agreements/${id}/product-order`, { ids: [second.id, first.id] })
  const sent = await send(id, { cc: ['sjef@kunde.example'] })
  await kontor.call('POST', `${responsePath(sent)}/opened`)
  const shown = await view(sent)
  const { headers } = await kontor.call('GET', responsePath(sent))
  const before = await readAll(sent)
  expect([before.agreement_products?.length, before.agreement_conditions?.length]).toEqual([2, 1])
  await remove(sent)
  expect(Object.values({ ...(await readAll(sent)), numbers: [] }).flat()).toEqual([])
  expect((await admin('DELETE', `/api/agreements/${id}`)).statusCode).toBe(404)
  expect(await linkStatus(sent)).toBe(404)
  await restore(sent)
  expect(withoutNotes(await readAll(sent))).toEqual(withoutNotes(before))
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'changed', detail: 'Gjenopprettet fra papirkurven' })
  expect(await view(sent)).toEqual(shown)
  // The text that was read before the deletion can still be answered.
  const answered = await answer(sent, { action: 'accept', name: 'Kari' }, { 'if-match': String(headers.etag) })
  expect(answered.json().agreement).toMatchObject({ status: 'accepted', respondedBy: 'Kari' })
  expect(await faultsOf(sent)).toEqual({ answers: 1, faults: [] })
})

test('restores a rejected one with its evidence, number and sealed PDF', async () => {
  const rejected = await createAndSend({ title: 'Avslått' })
  await answer(rejected, { action: 'contact', message: 'Ring meg' })
  await send(rejected.id)
  await answer(rejected, { action: 'reject', name: 'Kari', message: 'For dyrt' })
  const pdf = await download(rejected)
  const before = await readAll(rejected)
  expect([before.agreement_answers?.length, before.pdfs?.length]).toEqual([2, 1])
  await remove(rejected)
  // The numbers go on while it is away.
  const later = await createAndSend()
  await answer(later, { action: 'accept', name: 'Kari' })
  expect(await faultsOf(later)).toEqual({ answers: 1, faults: [] })
  await restore(rejected)
  const after = await readAll(rejected)
  expect(withoutNotes({ ...after, numbers: [] })).toEqual(withoutNotes({ ...before, numbers: [] }))
  expect(after.numbers).toEqual(expect.arrayContaining(before.numbers ?? []))
  expect(after.numbers).toHaveLength((before.numbers?.length ?? 0) + 1)
  expect(await faultsOf(rejected)).toEqual({ answers: 2, faults: [] })
  expect(await faultsOf(later)).toEqual({ answers: 1, faults: [] })
  expect(await download(rejected)).toEqual(pdf)
  expect((await verifyPdf(pdf, known)).verdict).toBe('holds')
})

test('archives an accepted one; after a restore its link shows the answer and its evidence verifies', async () => {
  const accepted = await createAndSend()
  await answer(accepted, { action: 'accept', name: 'Kari' })
  const pdf = await download(accepted)
  const shown = await view(accepted)
  const before = await readAll(accepted)
  const listed = await read(accepted.id)
  await remove(accepted)
  await expect(read(accepted.id)).rejects.toThrow('not in the list')
  expect(await callOk<Agreement[]>('GET', '/api/agreements?archived=true')).toMatchObject([
    { id: accepted.id, archivedAt: expect.stringMatching(/Z$/) },
  ])
  const { agreement } = await callOk<{ agreement: Agreement }>('GET', `/api/agreements/${accepted.id}`)
  expect(agreement).toMatchObject({ status: 'accepted', evidence: listed.evidence })
  expect((await admin('PUT', `/api/agreements/${accepted.id}`, { title: 'x' })).statusCode).toBe(404)
  expect((await events(accepted.id)).at(-1)).toMatchObject({ kind: 'archived' })
  expect(await download(accepted)).toEqual(pdf)
  expect(await linkStatus(accepted)).toBe(404)
  expect(await faultsOf(accepted)).toEqual({ answers: 1, faults: [] })
  await restore(accepted)
  const after = await readAll(accepted)
  expect(withoutNotes({ ...after, agreements: [] })).toEqual(withoutNotes({ ...before, agreements: [] }))
  const { version, updatedAt } = await read(accepted.id)
  expect(version).toBe(listed.version + 1)
  expect(await read(accepted.id)).toEqual({ ...listed, version, updatedAt })
  expect(await view(accepted)).toEqual(shown)
  expect(await faultsOf(accepted)).toEqual({ answers: 1, faults: [] })
  expect((await kontor.call('GET', `${responsePath(accepted)}/pdf`)).rawPayload).toEqual(pdf)
})

test('accepts a code sent before the deletion after the restore', async () => {
  const { id } = await createDraft({ verification: 'code' })
  await addLine(id)
  const sent = await send(id)
  expect((await kontor.call('POST', `${responsePath(sent)}/code`)).statusCode).toBe(200)
  const before = await readAll(sent)
  expect(before.agreement_codes).toHaveLength(1)
  await remove(sent)
  expect((await readAll(sent)).agreement_codes).toEqual([])
  await restore(sent)
  expect(withoutNotes(await readAll(sent))).toEqual(withoutNotes(before))
})
