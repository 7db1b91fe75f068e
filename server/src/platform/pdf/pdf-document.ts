/**
 * The newest version of the layout. Older ones still work, so that sealed documents can be drawn again with the same bytes. Version 1 printed
 * question marks for letters that the company's typeface lacks. Up to version 2, digits had different widths, tables had fixed columns
 * without lines, and there was no mark.
 */
export const drawing = 3

/** A document for a PDF, described independently of its drawing. Plain data: it is sent to another thread. */
export interface PdfDocument {
  readonly title: string
  readonly author: string
  readonly language: 'nb-NO' | 'en-GB'
  /** ISO 8601, for the file's properties; a fixed time, so that the same document yields the same file. */
  readonly createdAt: string
  /** The top of the first page: the author's name with these lines below it, and facts beside it. */
  readonly letterhead: { readonly lines: readonly string[]; readonly facts: PdfFacts }
  /** Small text at the top of every page but the first, next to the author. */
  readonly runningHead: string
  /** Small text at the bottom of every page, next to the page's number. */
  readonly footer: string
  /** The label of a page's number, with the placeholders `{page}` and `{pages}`. */
  readonly pageLabel: string
  readonly blocks: readonly PdfBlock[]
  readonly files?: readonly PdfFile[]
  /** Reserves the place for a seal (see `signing/seal.ts`). A file with a seal is not compressed, so that drawing it again yields the same bytes. */
  readonly seal?: PdfSeal
  /** The version of the layout; the newest one by default. */
  readonly drawing?: number
}

/** A file attached to the document: text, or base64. */
export interface PdfFile {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly content: string
  readonly encoding?: 'base64'
}

/** The facts that a document's signature states. */
export interface PdfSeal {
  readonly holder: string
  readonly reason: string
  /** The time of the seal, ISO 8601. */
  readonly at: string
}

type PdfFacts = readonly (readonly [label: string, text: string])[]

export type PdfBlock =
  | { readonly kind: 'title' | 'heading' | 'paragraph' | 'small'; readonly text: string }
  /** A label and a text in a frame; the label is emphasised. */
  | { readonly kind: 'mark'; readonly label: string; readonly text: string }
  /** Columns, each with a label above its text. */
  | { readonly kind: 'columns'; readonly columns: PdfFacts }
  /** Rows, each with a label beside its text. */
  | { readonly kind: 'facts'; readonly facts: PdfFacts }
  /** Small facts with a note, at the bottom of the page if they fit. */
  | { readonly kind: 'technical'; readonly facts: PdfFacts; readonly note: string }
  /** The company's mark. */
  | { readonly kind: 'emblem' }
  | PdfClause
  | PdfTable
  /** Amounts; the last one is emphasised. */
  | { readonly kind: 'sums'; readonly sums: PdfFacts }
  /** A page break. */
  | { readonly kind: 'page' }

/** A numbered text with a heading. The heading stays on the page where the text begins. */
export interface PdfClause {
  readonly kind: 'clause'
  readonly number: number
  readonly heading: string
  readonly text: string
}

/** A table that repeats its head on every page. Only a row that is longer than a page is split. */
export interface PdfTable {
  readonly kind: 'table'
  readonly columns: readonly PdfColumn[]
  readonly rows: readonly (readonly string[])[]
  /** Sums below the table, on the page of its last row. The last sum is emphasised. */
  readonly sums: PdfFacts
}

export interface PdfColumn {
  readonly label: string
  /** The column's width: a fraction of the table's width, the width of its longest text, or the rest. */
  readonly width: number | 'fit' | 'rest'
  readonly align: 'left' | 'right'
}
