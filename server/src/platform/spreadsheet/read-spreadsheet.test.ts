import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { maxImportRows } from '@kontor/contract/shared/spreadsheet'
import { writeXlsxStream, XlsxStreamWriter } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { openSpreadsheet } from './read-spreadsheet.ts'
import type { ReadRow } from './rows.ts'

const columns = {
  name: { label: 'Navn', kind: 'line', max: 200 },
  employees: { label: 'Ansatte', kind: 'integer', minValue: 0, maxValue: 1_000_000 },
  revenue: { label: 'Omsetning (NOK)', kind: 'decimal', scale: 2, maxValue: 10 ** 13 },
  founded: { label: 'Stiftelsesdato', kind: 'date' },
  status: { label: 'Status', kind: 'choice', words: ['Ny', 'Kunde'] },
  address: { label: 'Adresse', kind: 'line', max: 200 },
} as const

test('reads a large file with shared strings, as Excel writes it, completely', {
  timeout: 90_000,
}, async () => {
  const rows = 40_000
  const writer = new XlsxStreamWriter({ name: 'Leads' })
  writer.addRow(['Navn', 'Ansatte', 'Omsetning (NOK)', 'Stiftelsesdato', 'Status', 'Adresse', 'Merke', 'Farge'])
  for (let at = 0; at < rows; at += 1) {
    const founded = new Date(Date.UTC(1990, 0, 1 + (at % 9_000)))
    const texts = [`Prøveveien ${at}`, `Merke ${at}`, `Farge nummer ${at}`]
    writer.addRow([`Firma ${at}`, at % 300, at / 4, founded, at % 2 ? 'kunde' : 'NY', ...texts])
  }
  const bytes = new Uint8Array(await writer.finish()).buffer
  const sheet = await openSpreadsheet(bytes, { columns, requiredAnyOf: ['name'], batchSize: 1_000 })
  expect(sheet).toMatchObject({
    columns: ['Navn', 'Ansatte', 'Omsetning (NOK)', 'Stiftelsesdato', 'Status', 'Adresse'],
    unknownColumns: ['Merke', 'Farge'],
    rowsTotal: rows,
  })
  const all: ReadRow[] = []
  for await (const batch of sheet.batches()) all.push(...batch)
  await sheet.close()
  expect(all).toHaveLength(rows)
  expect(all.filter(({ problems, remarks }) => problems.length + remarks.length > 0)).toEqual([])
  expect(all.at(-1)).toMatchObject({
    row: rows + 1,
    values: {
      name: 'Firma 39999',
      employees: 99,
      revenue: 9_999.75,
      founded: new Date(Date.UTC(1990, 0, 1 + (39_999 % 9_000))).toISOString().slice(0, 10),
      status: 'Kunde',
      address: 'Prøveveien 39999',
    },
  })
})

test('reads the maximum number of rows below a title and headers', async () => {
  const rows = Array.from({ length: maxImportRows }, () => ['x'])
  const bytes = await new Response(writeXlsxStream([['Firmaer'], ['Navn'], ...rows], { name: 'Leads' })).arrayBuffer()
  const sheet = await openSpreadsheet(bytes, { columns, requiredAnyOf: ['name'], batchSize: 500 })
  expect(sheet.rowsTotal).toBe(maxImportRows)
  await sheet.close()
})

test('the reader thread does not read ahead of a slow consumer', {
  timeout: 90_000,
}, async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => [
    `Firma ${at}`,
    `Merknad ${at} `.padEnd(2_000, 'og så videre '),
  ])
  const notes = { ...columns, notes: { label: 'Notater', kind: 'text', max: 5_000 } } as const
  const bytes = await new Response(writeXlsxStream([['Navn', 'Notater'], ...rows], { name: 'Leads' })).arrayBuffer()
  const started = once(process, 'worker')
  const sheet = await openSpreadsheet(bytes, { columns: notes, requiredAnyOf: ['name'], batchSize: 100 })
  const [reader] = await started
  if (!(reader instanceof Worker)) throw new Error('No thread was started')
  const heapMegabytes = async () => (await reader.getHeapStatistics()).used_heap_size / 1_000_000
  const afterOpening = await heapMegabytes()
  /** Waits until the thread waits, too. */
  const readerIdle = () =>
    expect
      .poll(
        async () => {
          const before = await reader.cpuUsage()
          await sleep(50)
          return (await reader.cpuUsage(before)).user
        },
        { interval: 1 },
      )
      .toBeLessThan(1_000)
  const batches = sheet.batches()
  for (let taken = 0; taken < 3; taken += 1) {
    await readerIdle()
    expect((await batches.next()).value).toHaveLength(100)
    // Includes uncollected garbage; the rows of the file are 60 MB.
    expect((await heapMegabytes()) - afterOpening).toBeLessThan(20)
  }
  await sheet.close()
})
