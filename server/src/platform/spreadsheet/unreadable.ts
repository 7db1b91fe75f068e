import type { Charset } from '@kontor/contract/shared/imports'

const sentences = {
  empty: () => 'Filen er tom.',
  notASpreadsheet: () => 'Filen er ikke et regneark. Åpne den i Excel og lagre den som .xlsx.',
  notCsv: () => 'Filen er ikke en CSV-fil. Åpne den i Excel og lagre den som .xlsx.',
  broken: () => 'Filen er skadet eller ufullstendig. Åpne den i Excel, lagre den på nytt og prøv igjen.',
  encrypted: () => 'Filen er beskyttet med passord. Lagre en kopi uten passord og prøv igjen.',
  oldFormat: () => 'Filen er i et for gammelt Excel-format. Åpne den i Excel og lagre den som .xlsx.',
  tooMuch: () => 'Filen pakker ut til mer enn vi kan lese. Del den i flere filer.',
  tooSlow: () => 'Det tok for lang tid å lese filen. Del den i flere filer.',
  tooManyRows: (maxRows) => `Filen har for mange rader. Høyst ${maxRows} rader kan importeres om gangen.`,
  tooManyColumns: (row) => `Filen har for mange kolonner i rad ${row}.`,
  openQuote: (row) => `Rad ${row} har et anførselstegn som åpnes, men aldri lukkes. Rett det i filen og prøv igjen.`,
  cellTooLong: (row) => `Rad ${row} har en celle med mer enn 32\u00a0767 tegn, og det er mer enn et regneark tillater.`,
  unknownColumns: (labels) =>
    `Fant ingen kolonner vi kjenner igjen. Filen må ha en rad med overskrifter, for eksempel ${labels}.`,
  hidden: () => 'Filen har ingen synlige ark. Vis arket i Excel, lagre filen og prøv igjen.',
  otherSheet: () => 'Filen har ikke det arket som er valgt. Velg filen på nytt.',
  otherColumns: () => 'Filen har andre kolonner enn dem som er valgt. Velg filen på nytt.',
} satisfies Record<string, (detail: string) => string>

/** The reason why a whole file was rejected. */
export type Reason = keyof typeof sentences

/** The way a file was read: the headers, fields and first values of its columns, and its other sheets. */
export interface FileColumns {
  /** All headers, as written in the file. */
  readonly headers: string[]
  /** The field that each column holds, by position. */
  readonly keys: (string | undefined)[]
  readonly samples: string[]
  readonly charset: Charset | null
  readonly sheet: string | null
  /** Filled only in a dry run. */
  readonly otherSheets: string[]
  readonly hiddenSheets: string[]
  readonly headerRow: number
  /** The first rows, truncated. */
  readonly rows: { row: number; cells: string[] }[]
}

/** A file that cannot be imported at all; some messages include `detail`. */
export class UnreadableSpreadsheet extends Error {
  readonly reason: Reason
  readonly detail: string
  /** The facts of a file without known columns. */
  readonly file: FileColumns | undefined

  constructor(reason: Reason, detail = '', file?: FileColumns) {
    super(reason)
    this.reason = reason
    this.detail = detail
    this.file = file
  }
}

/** Returns the message for the user who uploaded the file. */
export const unreadableSentence = (reason: Reason, detail: string): string => sentences[reason](detail)
