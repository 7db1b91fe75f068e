/** A document to be made into a PDF, described without a word about how it is drawn. Plain data: it goes to another thread. */
export interface PdfDocument {
  readonly title: string
  readonly author: string
  /** ISO 8601; stands in the file's properties, so that the same document gives the same file. */
  readonly createdAt: string
  /** Stands small at the foot of every page, beside its number. */
  readonly footer: string
  readonly blocks: readonly PdfBlock[]
}

export type PdfBlock =
  | { readonly kind: 'title' | 'heading' | 'paragraph' | 'small'; readonly text: string }
  /** Labels with what belongs to them, one below the other. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, text: string])[] }
  | PdfTable
  /** What follows begins a new page. */
  | { readonly kind: 'page' }

/** A table whose head is repeated on every page; a row is never cut. */
export interface PdfTable {
  readonly kind: 'table'
  readonly columns: readonly PdfColumn[]
  readonly rows: readonly (readonly string[])[]
  /** Sums below the table: the last one is emphasised. */
  readonly sums: readonly (readonly [label: string, text: string])[]
}

export interface PdfColumn {
  readonly label: string
  /** Part of the table's width; those of all columns add up to 1. */
  readonly width: number
  readonly align: 'left' | 'right'
}
