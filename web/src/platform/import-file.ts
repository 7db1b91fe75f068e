import type { Endpoint } from '@kontor/contract/shared/endpoint'
import {
  type ChosenColumns,
  type FileChoice,
  type ImportedOnly,
  type ImportMapping,
  type ImportReport,
  importLineSchema,
  importRefusalSchema,
} from '@kontor/contract/shared/imports'
import {
  csvEnding,
  fileField,
  importStreamType,
  maxSpreadsheetBytes,
  spreadsheetEndings,
  spreadsheetHint,
} from '@kontor/contract/shared/spreadsheet'
import { ApiError, send } from './api-client.ts'
import { counted, formatNumber } from './format.ts'

export interface ImportProgress {
  readonly rowsDone: number
  readonly rowsTotal: number
}

interface ImportOptions {
  /** True to report what would happen, without importing. */
  readonly dryRun: boolean
  readonly only?: ImportedOnly
  /** The field of each column of the file. By default, the headers decide. */
  readonly columns?: ChosenColumns | undefined
  /** The sheet, header row and charset. By default, the server decides. */
  readonly source?: FileChoice
  /** Returns the current anti-forgery token, if there is one. A login during the import changes the token. */
  readonly readAuth?: () => string | undefined
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
}

/** Counts the rows that create or change a record. */
export const countWritten = ({ rows_created, rows_updated }: ImportReport): number => rows_created + rows_updated

/** Counts the rows that equal their stored record. */
export const countUnchanged = (report: ImportReport): number => report.rows_ok - countWritten(report)

/** `1 rad`, `40 rader` */
export const rowsText = (count: number): string => counted(count, 'rad', 'rader')

/** `12 nye, 3 oppdatert`, without what isn't there. */
export const nonZero = (...counts: readonly (readonly [count: number, words: string])[]): string =>
  counts.flatMap(([count, words]) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`])).join(', ')

/** Thrown if the response ended before the import's report. */
class ImportInterruptedError extends Error {
  override readonly name = 'ImportInterruptedError'

  constructor(cause?: unknown) {
    super('Forbindelsen ble brutt før importen var ferdig. Oppdater listen for å se hva som kom med.', { cause })
  }
}

const hasEnding = ({ name }: File, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending))

const isCsv = (file: File): boolean => hasEnding(file, [csvEnding])

/** Explains why a file can't be uploaded; null if it can. */
export const fileProblem = (file: File, takesCsv: boolean): string | null => {
  if (!takesCsv && isCsv(file)) return `${spreadsheetHint}. En CSV-fil velger du under.`
  const isSupported = isCsv(file) || hasEnding(file, spreadsheetEndings)
  if (!isSupported || file.size > maxSpreadsheetBytes) return `${spreadsheetHint}.`
  return file.size === 0 ? 'Filen er tom.' : null
}

/** Returns the columns of a file that was rejected because no column is known; undefined for other errors. */
export const mappingOf = (error: unknown): ImportMapping | undefined =>
  error instanceof ApiError ? importRefusalSchema.safeParse(error.body).data?.mapping : undefined

const readLine = (line: string, onProgress: ImportOptions['onProgress']): ImportReport | undefined => {
  const { data } = importLineSchema.safeParse(JSON.parse(line))
  if (!data) throw new ApiError(200, 'Svaret fra serveren var ikke som ventet. Last siden på nytt.', {})
  if ('progress' in data) {
    onProgress?.(data.progress)
    return undefined
  }
  if ('error' in data) throw new ApiError(200, data.error, data)
  return data
}

/** Yields a response's lines as they arrive. The last line needn't end with a line break. */
const linesOf = async function* (body: NonNullable<Response['body']>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

const readReport = async (response: Response, { onProgress }: ImportOptions): Promise<ImportReport> => {
  if (!response.body) throw new ImportInterruptedError()
  for await (const line of linesOf(response.body)) {
    const report = line.trim() === '' ? undefined : readLine(line, onProgress)
    if (report) return report
  }
  throw new ImportInterruptedError()
}

/**
 * Uploads a spreadsheet to an import endpoint and reports its progress. Throws as `call` does, and `ImportInterruptedError`
 * if the connection breaks while the rows are read.
 */
export const importFile = async (endpoint: Endpoint, file: File, options: ImportOptions): Promise<ImportReport> => {
  const { dryRun, only, columns, source = {}, readAuth, signal } = options
  const form = new FormData()
  form.append(fileField, file)
  const response = await send(
    endpoint,
    {
      query: {
        dryRun: dryRun || undefined,
        only,
        format: isCsv(file) ? 'csv' : undefined,
        columns: columns?.map((field) => field ?? '').join(','),
        ...source,
      },
    },
    () => {
      const auth = readAuth?.()
      return {
        body: form,
        headers: { accept: importStreamType, ...(auth && { authorization: `Bearer ${auth}` }) },
        signal: signal ?? null,
      }
    },
  )
  try {
    return await readReport(response, options)
  } catch (error) {
    if (error instanceof ApiError || error instanceof ImportInterruptedError || signal?.aborted) throw error
    throw new ImportInterruptedError(error)
  }
}
