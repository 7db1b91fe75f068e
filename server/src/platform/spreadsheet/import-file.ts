import { PassThrough, type Readable } from 'node:stream'
import type { ImportLine, ImportReport } from '@kontor/contract/shared/imports'
import {
  importStreamType,
  maxSpreadsheetBytes,
  spreadsheetEndings,
  spreadsheetHint,
} from '@kontor/contract/shared/spreadsheet'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { tryLock } from '../database/advisory-lock.ts'
import type { Queryable } from '../database/database.ts'
import { allowLongStatements } from '../database/transaction.ts'
import { HttpError } from '../errors/http-error.ts'
import { clientLeft } from '../http/client-left.ts'
import { describeFailure } from '../http/error-handler.ts'
import { type MissingFile, receiveFile } from '../http/receive-file.ts'
import { createSlots } from '../remote/slots.ts'
import { bearerToken, requireOwnPage } from '../session/anti-forgery.ts'
import type { Columns } from './columns.ts'
import { decide, type Memory } from './decide.ts'
import type { ImportTarget } from './import-target.ts'
import { type OpenSpreadsheet, openSpreadsheet } from './read-spreadsheet.ts'
import { createReporter } from './report.ts'
import { UnreadableSpreadsheet, unreadableSentence } from './unreadable.ts'

/** Rows that are looked up and written at once: few enough that other calls get their turn in between. */
const batchSize = 500

/** One file is read at a time by each server: what a reader may take in memory is counted once. */
const reading = createSlots(1)

/** A file that is refused whole. */
const refusal = (status: number, error: string): HttpError =>
  new HttpError(status, error, { success: false, rows_ok: 0, rows_failed: 0 })

const missingFile: Readonly<Record<MissingFile, () => HttpError>> = {
  noForm: () => refusal(415, 'Filen må sendes som et skjema (multipart/form-data).'),
  noFile: () => refusal(400, `Fant ingen fil. ${spreadsheetHint}.`),
  tooLarge: () => refusal(413, 'Filen er for stor. Den kan ha høyst 20 MB.'),
  tooManyParts: () => refusal(413, 'Skjemaet har for mange felter. Send bare filen.'),
  brokenForm: () => refusal(400, 'Filen kom ikke fram som den skulle. Prøv igjen.'),
}

const receive = async (request: FastifyRequest): Promise<ArrayBuffer> => {
  const file = await receiveFile(request, maxSpreadsheetBytes)
  if (typeof file === 'string') throw missingFile[file]()
  if (!spreadsheetEndings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    throw refusal(415, `Filen er ikke av riktig type. ${spreadsheetHint}.`)
  }
  return file.bytes
}

const explained = (error: unknown): unknown =>
  error instanceof UnreadableSpreadsheet ? refusal(422, unreadableSentence(error.reason, error.detail)) : error

interface Run {
  readonly db: Queryable
  readonly dryRun: boolean
  /** Aborts when nobody waits for the answer any more: then nothing is written. */
  readonly signal: AbortSignal
  /** From here on only rows can fail, or the database. */
  readonly onOpened: () => void
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

const importRows = async <C extends Columns, Identity extends keyof C & string>(
  target: ImportTarget<C, Identity>,
  sheet: OpenSpreadsheet<C>,
  { db, dryRun, signal, onOpened, onProgress }: Run,
): Promise<ImportReport> => {
  const reporter = createReporter()
  const memory: Memory<C, Identity> = { made: new Map(), claimed: new Map() }
  let rowsDone = 0
  let inserted = 0
  const readAll = async (tx?: Queryable) => {
    onOpened()
    for await (const batch of sheet.batches()) {
      // Looked up beside the transaction: the records that this import makes are known from its memory.
      const { inserts, updates, outcomes } = await decide(db, target, batch, memory)
      signal.throwIfAborted()
      if (tx) {
        await target.insert(tx, inserts)
        await target.update(tx, updates)
        inserted += inserts.length
      }
      for (const outcome of outcomes) reporter.add(outcome)
      rowsDone += batch.length
      onProgress(rowsDone, sheet.rowsTotal)
    }
    if (tx && inserted >= batchSize) await target.countAnew(tx)
    signal.throwIfAborted()
  }
  if (dryRun) await readAll()
  else
    await db.transaction(async (tx) => {
      await allowLongStatements(tx)
      if (!(await tryLock(tx, `import ${target.name}`))) {
        throw refusal(409, `En annen import av ${target.noun.many} pågår. Vent til den er ferdig, og prøv igjen.`)
      }
      await readAll(tx)
    })
  const unknownColumns = sheet.unknownColumns.filter((header) => !target.written?.includes(header))
  return reporter.report({ dryRun, columns: sheet.columns, unknownColumns })
}

const line = (value: ImportLine): string => `${JSON.stringify(value)}\n`

const lastWords = (error: FastifyError, request: FastifyRequest): ImportLine => {
  const { status, answer } = describeFailure(error, request)
  if (status >= 500) request.log.error({ err: error }, 'import failed')
  return { error: answer.error, success: false, rows_ok: 0, rows_failed: 0 }
}

/** Answers progress lines and then the report; rejects when the import fails before its first row. */
const streamed = async (
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  run: (onOpened: Run['onOpened'], onProgress: Run['onProgress']) => Promise<ImportReport>,
): Promise<Readable> => {
  const lines = new PassThrough()
  const { promise: opened, resolve: onOpened } = Promise.withResolvers<void>()
  const done = run(onOpened, (rowsDone, rowsTotal) => lines.write(line({ progress: { rowsDone, rowsTotal } })))
  done.then(
    (report) => lines.end(line(report)),
    (error: FastifyError) => lines.end(line(lastWords(error, request))),
  )
  await Promise.race([opened, done])
  // Proxies that gather answers would hold the progress back.
  reply.type(importStreamType).header('x-accel-buffering', 'no')
  return lines
}

/**
 * Imports the spreadsheet that a request brings into `target`, or with `dryRun` says what would happen. All of it is one
 * transaction: who is killed, leaves or loses the database half-way has written nothing. Rows that fail are left out.
 * Two imports into the same target at once: the later one is refused (409).
 * @returns the report, or to who accepts `application/x-ndjson` a stream of progress lines that ends with it
 * @throws HttpError 400, 403, 409, 413, 415, 422
 */
export const importFile = async <C extends Columns, Identity extends keyof C & string>(
  db: Queryable,
  target: ImportTarget<C, Identity>,
  {
    request,
    reply,
    dryRun,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly dryRun: boolean },
): Promise<ImportReport | Readable> => {
  requireOwnPage(request, bearerToken(request))
  const signal = clientLeft(reply)
  const run = async (onOpened: Run['onOpened'], onProgress: Run['onProgress']): Promise<ImportReport> => {
    const bytes = await receive(request)
    return reading(signal, async () => {
      const { columns, identity: wanted } = target
      const sheet = await openSpreadsheet(bytes, { columns, wanted, batchSize })
      try {
        return await importRows(target, sheet, { db, dryRun, signal, onOpened, onProgress })
      } finally {
        await sheet.close()
      }
    }).catch((error: unknown) => {
      throw explained(error)
    })
  }
  if (request.headers.accept?.includes(importStreamType)) return streamed({ request, reply }, run)
  return run(
    () => {},
    () => {},
  )
}
