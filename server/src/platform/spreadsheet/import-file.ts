import { PassThrough, type Readable } from 'node:stream'
import { locks } from 'node:worker_threads'
import type {
  ChosenColumns,
  ImportedOnly,
  ImportLine,
  ImportMapping,
  ImportRefusal,
  ImportReport,
  importQuery,
} from '@kontor/contract/shared/imports'
import {
  csvEnding,
  importStreamType,
  maxSpreadsheetBytes,
  spreadsheetEndings,
  spreadsheetHint,
} from '@kontor/contract/shared/spreadsheet'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { tryLock } from '../database/advisory-lock.ts'
import type { Queryable } from '../database/database.ts'
import { allowLongStatements } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors/http-error.ts'
import { clientLeft } from '../http/client-left.ts'
import { describeFailure } from '../http/error-handler.ts'
import { type ReceivedFile, receiveFile, type UploadProblem } from '../http/receive-file.ts'
import { beginImport, endImport, type ImportCause } from '../imports/imports.ts'
import { bearerToken, requireOwnPage } from '../session/anti-forgery.ts'
import { actorOf, type Principal } from '../session/principal.ts'
import { decide, type ImportState } from './decide.ts'
import type { ImportTarget } from './import-target.ts'
import { type OpenSpreadsheet, openSpreadsheet } from './read-spreadsheet.ts'
import { createReporter } from './report.ts'
import { type FileColumns, UnreadableSpreadsheet, unreadableSentence } from './unreadable.ts'

/** Rows that are looked up and written at once: few enough that other requests run between two batches. */
const batchSize = 500

/** Reads one file at a time per server, to limit memory. An import that is aborted while reading keeps the lock until its reading ends. */
const withReaderLock = <Result>(signal: AbortSignal, read: () => Promise<Result>): Promise<Result> =>
  locks.request('spreadsheet reader', { signal }, read)

const refusal = (status: number, error: string, details: Pick<ImportRefusal, 'mapping'> = {}): HttpError =>
  new HttpError(status, error, { success: false, rows_ok: 0, rows_failed: 0, ...details })

const uploadErrors: Readonly<Record<UploadProblem, readonly [status: number, error: string]>> = {
  noForm: [415, 'Filen må sendes som et skjema (multipart/form-data).'],
  noFile: [400, `Fant ingen fil. ${spreadsheetHint}.`],
  tooLarge: [413, 'Filen er for stor. Den kan ha høyst 20 MB.'],
  tooManyParts: [413, 'Skjemaet har for mange felter. Send bare filen.'],
  brokenForm: [400, 'Filen kom ikke fram som den skulle. Prøv igjen.'],
}

const receiveSpreadsheet = async (request: FastifyRequest, takesCsv: boolean): Promise<ReceivedFile> => {
  const file = await receiveFile(request, maxSpreadsheetBytes)
  if (typeof file === 'string') throw refusal(...uploadErrors[file])
  const endings = takesCsv ? [...spreadsheetEndings, csvEnding] : spreadsheetEndings
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    throw refusal(415, `Filen er ikke av riktig type. ${spreadsheetHint}.`)
  }
  return file
}

const toHttpError = (error: unknown, details: (file: FileColumns) => Pick<ImportRefusal, 'mapping'>): unknown =>
  error instanceof UnreadableSpreadsheet
    ? refusal(422, unreadableSentence(error.reason, error.detail), error.file ? details(error.file) : {})
    : error

const mappingOf = ({ columns }: ImportTarget, file: FileColumns): ImportMapping => ({
  columns: file.headers.map((header, at) => ({ header, field: file.keys[at] ?? null, sample: file.samples[at] ?? '' })),
  fields: Object.entries(columns).map(([field, { label, required = false }]) => ({ field, label, required })),
  charset: file.charset,
  sheet: file.sheet,
  otherSheets: file.otherSheets,
  hiddenSheets: file.hiddenSheets,
  headerRow: file.headerRow,
  rows: file.rows,
})

/** Rejects a choice of columns that is invalid for any file. */
const checkChosen = ({ columns, identity }: ImportTarget, chosen: ChosenColumns | undefined): void => {
  if (!chosen) return
  const fields = chosen.filter((field) => field !== null)
  const unknown = fields.find((field) => !Object.hasOwn(columns, field))
  if (unknown !== undefined) throw refusal(400, `Ukjent felt: ${unknown.slice(0, 100)}`)
  const twice = fields.find((field, at) => fields.indexOf(field) !== at)
  if (twice !== undefined) throw refusal(400, `To kolonner kan ikke gå til samme felt: ${columns[twice]?.label}`)
  if (identity.some((field) => fields.includes(field))) return
  const labels = identity.map((field) => columns[field]?.label).join(', ')
  throw refusal(400, `Minst en kolonne må gå til et av disse feltene: ${labels}`)
}

interface Progress {
  /** Called when the file has been read: from then on, only rows or the database can fail. */
  readonly onOpened: () => void
  readonly onRows: (rowsDone: number, rowsTotal: number) => void
}

interface ImportOptions {
  readonly db: Queryable
  readonly dryRun: boolean
  readonly only: ImportedOnly
  readonly cause: Omit<ImportCause, 'kind'>
  /** Aborts when the client disconnects: then nothing is written. */
  readonly signal: AbortSignal
  readonly progress: Progress | undefined
}

const importRows = async (
  target: ImportTarget,
  sheet: OpenSpreadsheet,
  { db, dryRun, only, cause, signal, progress }: ImportOptions,
): Promise<ImportReport> => {
  const reporter = createReporter()
  const headerOf = (key: string) => sheet.headers[sheet.keys.indexOf(key)] || (target.columns[key]?.label ?? key)
  const state: ImportState = { only, headerOf, candidates: new Map(), matched: new Map(), seen: new Map() }
  let rowsDone = 0
  let inserted = 0
  const importAll = async (tx?: Queryable, importId = '') => {
    progress?.onOpened()
    for await (const batch of sheet.batches()) {
      // `decide` looks rows up with `db`, not `tx`. In `state`, it finds what this import has written.
      const { inserts, updates, outcomes } = await decide(db, target, batch, state)
      signal.throwIfAborted()
      if (tx) {
        await target.insert(tx, inserts, importId)
        await target.update(tx, updates, importId)
        inserted += inserts.length
      }
      for (const outcome of outcomes) reporter.add(outcome)
      rowsDone += batch.length
      progress?.onRows(rowsDone, sheet.rowsTotal)
    }
    if (tx && inserted >= batchSize) await target.analyze(tx)
    signal.throwIfAborted()
  }
  const unknownColumns = sheet.unknownColumns.filter((header) => !target.exportOnlyHeaders?.includes(header))
  const { headers, columns } = sheet
  const about = { dryRun, headers, columns, unknownColumns }
  if (dryRun) {
    await importAll()
    return { ...reporter.report(about), mapping: mappingOf(target, sheet) }
  }
  return db.transaction(async (tx) => {
    await allowLongStatements(tx)
    if (!(await tryLock(tx, `import ${target.name}`))) {
      throw refusal(409, `En annen import av ${target.noun.many} pågår. Vent til den er ferdig, og prøv igjen.`)
    }
    const importId = await beginImport(tx, { ...cause, kind: target.name })
    await importAll(tx, importId)
    const report = reporter.report(about)
    await endImport(tx, importId, { rowsCreated: report.rows_created, rowsUpdated: report.rows_updated })
    return { ...report, importId }
  })
}

const toLine = (value: ImportLine): string => `${JSON.stringify(value)}\n`

const describeError = (error: FastifyError, request: FastifyRequest): ImportLine => {
  const { status, answer } = describeFailure(error, request)
  if (status >= 500) request.log.error({ err: error }, 'import failed')
  return { error: answer.error, success: false, rows_ok: 0, rows_failed: 0 }
}

/** Streams progress lines and then the report. Rejects if the import fails before the first row is imported. */
const streamImport = async (
  reply: FastifyReply,
  run: (progress: Progress) => Promise<ImportReport>,
): Promise<Readable> => {
  const lines = new PassThrough()
  const { promise: opened, resolve: onOpened } = Promise.withResolvers<void>()
  const onRows: Progress['onRows'] = (rowsDone, rowsTotal) => lines.write(toLine({ progress: { rowsDone, rowsTotal } }))
  const done = run({ onOpened, onRows })
  done.then(
    (report) => lines.end(toLine(report)),
    (error: FastifyError) => lines.end(toLine(describeError(error, reply.request))),
  )
  await Promise.race([opened, done])
  // Stops proxies from buffering the progress lines.
  reply.type(importStreamType).header('x-accel-buffering', 'no')
  return lines
}

/**
 * Imports a request's spreadsheet into `target`, or with `dryRun` reports what would happen. All in one transaction: nothing is written if the
 * process dies, the client disconnects or the database drops. Rows that fail are skipped. Of two concurrent imports into the same target, the
 * later one is rejected (409).
 * @returns the report, or for clients that accept `application/x-ndjson` a stream of progress lines that ends with the report
 * @throws HttpError 400, 403, 409, 413, 415, 422
 */
export const importFile = async (
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  target: ImportTarget,
  reply: FastifyReply,
  {
    dryRun,
    only,
    format,
    columns: chosen,
    charset,
    sheet: sheetName,
    headerRow,
    principal,
  }: z.output<typeof importQuery> & { readonly principal: Principal },
): Promise<ImportReport | Readable> => {
  const { request } = reply
  requireOwnPage(request, bearerToken(request))
  checkChosen(target, chosen)
  const signal = clientLeft(reply)
  const run = async (progress?: Progress): Promise<ImportReport> => {
    const takesCsv = format === 'csv'
    const { name: fileName, bytes } = await receiveSpreadsheet(request, takesCsv)
    const cause = { by: actorOf(principal), userId: principal.userId, at: clock.now().toISOString(), fileName }
    return withReaderLock(signal, async () => {
      const { columns, identity: requiredAnyOf } = target
      const choice = { charset, sheet: sheetName, headerRow }
      const sheet = await openSpreadsheet(bytes, {
        ...{ columns, requiredAnyOf, chosen, choice, isDryRun: dryRun, batchSize, takesCsv },
      })
      try {
        return await importRows(target, sheet, { db, dryRun, only, cause, signal, progress })
      } finally {
        await sheet.close()
      }
    }).catch((error: unknown) => {
      throw toHttpError(error, (file) => (dryRun ? { mapping: mappingOf(target, file) } : {}))
    })
  }
  if (request.headers.accept?.includes(importStreamType)) return streamImport(reply, run)
  return run()
}
