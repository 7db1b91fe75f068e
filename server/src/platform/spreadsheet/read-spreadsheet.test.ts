import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { maxImportRows } from '@kontor/contract/shared/spreadsheet'
import { type CellValue, writeXlsx, writeXlsxStream, XlsxStreamWriter } from 'hucre/xlsx'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSpreadsheet } from './read-spreadsheet.ts'
import type { ReadRow } from './rows.ts'

const columns = {
  name: { label: 'Navn', kind: 'line', max: 200 },
  employees: { label: 'Ansatte', kind: 'integer', minValue: 0, maxValue: 1_000_000 },
  revenue: { label: 'Omsetning (NOK)', kind: 'decimal', scale: 2, maxValue: 10 ** 13 },
  founded: { label: 'Stiftelsesdato', kind: 'date' },
  status: { label: 'Status', kind: 'choice', words: ['Ny', 'Kunde'] },
  notes: { label: 'Notater', kind: 'text', max: 10_000 },
} as const

/** Opens an .xlsx file, or a text as CSV. */
const open = (file: Uint8Array | string, options: { batchSize?: number; cpuTime?: number } = {}) => {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(file)
  return openSpreadsheet(bytes.buffer, { columns, requiredAnyOf: ['name'], batchSize: 100, takesCsv: true, ...options })
}

const readAll = async (sheet: Awaited<ReturnType<typeof open>>): Promise<ReadRow[][]> => {
  const batches: ReadRow[][] = []
  for await (const batch of sheet.batches()) batches.push(batch)
  await sheet.close()
  return batches
}

const sheetsOf = (...sheets: CellValue[][][]): Promise<Uint8Array> =>
  writeXlsx({ sheets: sheets.map((rows, at) => ({ name: `Ark ${at}`, rows })) })

test('reads a file with shared strings, as Excel writes it, completely, in batches', async () => {
  const rows = 5_000
  const writer = new XlsxStreamWriter({ name: 'Leads' })
  writer.addRow(['Navn', 'Ansatte', 'Omsetning (NOK)', 'Stiftelsesdato', 'Status', 'Notater', 'Merke', 'Farge'])
  for (let at = 0; at < rows; at += 1) {
    const founded = new Date(Date.UTC(1990, 0, 1 + at))
    const texts = [`Prøveveien ${at}`, `Merke ${at}`, `Farge nummer ${at}`]
    writer.addRow([`Firma ${at}`, at % 300, at / 4, founded, at % 2 ? 'kunde' : 'NY', ...texts])
  }
  const sheet = await open(await writer.finish(), { batchSize: 1_000 })
  expect(sheet).toMatchObject({
    columns: ['Navn', 'Ansatte', 'Omsetning (NOK)', 'Stiftelsesdato', 'Status', 'Notater'],
    unknownColumns: ['Merke', 'Farge'],
    rowsTotal: rows,
  })
  const batches = await readAll(sheet)
  expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000])
  const all = batches.flat()
  expect(all.filter(({ problems, remarks }) => problems.length + remarks.length > 0)).toEqual([])
  expect(all.map(({ row }) => row)).toEqual(Array.from({ length: rows }, (_, at) => at + 2))
  expect(all.at(-1)?.values).toEqual({
    name: 'Firma 4999',
    employees: 199,
    revenue: 1_249.75,
    founded: '2003-09-09',
    status: 'Kunde',
    notes: 'Prøveveien 4999',
  })
})

test('reads the maximum number of rows below a title and headers, and rejects one more', async () => {
  const most = `Firmaer\nNavn\n${'x\n'.repeat(maxImportRows)}`
  const sheet = await open(most)
  expect(sheet.rowsTotal).toBe(maxImportRows)
  await sheet.close()
  await expect(open(`${most}x`)).rejects.toMatchObject({ reason: 'tooManyRows', detail: '100\u00a0000' })
})

describe('the headers', () => {
  test('may follow many rows, a cover sheet and empty sheets', async () => {
    const titles = Array.from({ length: 49 }, (_, at) => [`Tittel ${at}`])
    const sheet = await open(await sheetsOf([], [['Kunderegister'], ['Til import']], [...titles, ['Navn'], ['Alfa']]))
    expect((await readAll(sheet)).flat()).toMatchObject([{ row: 51, values: { name: 'Alfa' } }])
    await expect(open('x\n'.repeat(50).concat('Navn\nAlfa'))).rejects.toMatchObject({ reason: 'unknownColumns' })
  })

  test.each([
    ['no cell', () => sheetsOf([]), { reason: 'empty' }],
    [
      'cells in its second sheet, but no headers',
      () => sheetsOf([], [['Farge', 'Smak'], ['rød']]),
      {
        reason: 'unknownColumns',
        detail: 'Navn',
        file: { headers: ['Farge', 'Smak'], keys: [undefined, undefined], samples: ['rød', ''] },
      },
    ],
  ])('are missing from a file with %s', async (_, file, refusal) => {
    await expect(open(await file())).rejects.toMatchObject(refusal)
  })
})

test('rejects a file that takes too much CPU time', async () => {
  await expect(open(`Navn\n${'x\n'.repeat(1_000)}`, { cpuTime: 1 })).rejects.toMatchObject({ reason: 'tooSlow' })
})

test('also counts empty rows', async () => {
  await expect(open(`Navn\n${'\n'.repeat(1_048_576)}`)).rejects.toMatchObject({ reason: 'tooManyRows' })
})

test('also limits the CPU time of the batches', async () => {
  const sheet = await open(`Navn\n${'x\n'.repeat(10)}`, { batchSize: 1 })
  const cpuUsage = vi
    .spyOn(Worker.prototype, 'cpuUsage')
    // On a busy machine, the first look comes before the thread runs.
    .mockRejectedValueOnce(new Error('Not running'))
    .mockResolvedValue({ user: Number.MAX_VALUE, system: 0 })
  onTestFinished(() => cpuUsage.mockRestore())
  // The limit may end the first batch already.
  const readAll = async () => {
    const batches = sheet.batches()
    await batches.next()
    await expect.poll(() => cpuUsage.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(1)
    for await (const _ of batches);
  }
  await expect(readAll()).rejects.toMatchObject({ reason: 'tooSlow' })
})

test('uses small batches for rows with long texts', async () => {
  const sheet = await open(`Navn;Notater\n${`x;${'y'.repeat(9_000)}\n`.repeat(400)}`, { batchSize: 500 })
  const sizes = (await readAll(sheet)).map(({ length }) => length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(400)
  expect(Math.max(...sizes)).toBeLessThan(120)
})

test('the reader thread does not read ahead of a slow consumer', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => [
    `Firma ${at}`,
    `Merknad ${at} `.padEnd(3_000, 'og så videre '),
  ])
  const bytes = await new Response(writeXlsxStream([['Navn', 'Notater'], ...rows], { name: 'Leads' })).bytes()
  const started = once(process, 'worker')
  const sheet = await open(bytes)
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
    // Includes uncollected garbage; the rows of the file are 36 MB.
    expect((await heapMegabytes()) - afterOpening).toBeLessThan(20)
  }
  await sheet.close()
})
