/** A document for a PDF, described independently of its drawing. Plain data: it is sent to another thread. */
export interface PdfDocument {
  readonly title: string
  readonly author: string
  /** ISO 8601, for the file's properties; not the present time, so that the same document yields the same file. */
  readonly createdAt: string
  /** Small text at the bottom of every page, next to its number. */
  readonly footer: string
  readonly blocks: readonly PdfBlock[]
  readonly files?: readonly PdfFile[]
  /** Leaves a place for a seal (see `signing/seal.ts`). */
  readonly seal?: PdfSeal
}

/** A text file attached to the document. */
export interface PdfFile {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly content: string
}

/** What the document says about its seal. */
export interface PdfSeal {
  readonly holder: string
  readonly reason: string
  /** When it is sealed, ISO 8601. */
  readonly at: string
}

export type PdfBlock =
  | { readonly kind: 'title' | 'heading' | 'paragraph' | 'small'; readonly text: string }
  /** Labels and their texts, one below the other. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, text: string])[] }
  | PdfTable
  /** A page break. */
  | { readonly kind: 'page' }

/** A table that repeats its head on every page and never splits a row. */
export interface PdfTable {
  readonly kind: 'table'
  readonly columns: readonly PdfColumn[]
  readonly rows: readonly (readonly string[])[]
  /** Sums below the table; the last one is emphasised. */
  readonly sums: readonly (readonly [label: string, text: string])[]
}

export interface PdfColumn {
  readonly label: string
  /** Fraction of the table's width; all columns add up to 1. */
  readonly width: number
  readonly align: 'left' | 'right'
}
