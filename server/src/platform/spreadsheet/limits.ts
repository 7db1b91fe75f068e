/** What a file may cost before it is refused. Sizes in bytes. */

/** Of one part of an .xlsx file, unpacked: 100 000 rows of 31 short texts are about 190 MB. */
export const maxSheetBytes = 200_000_000

/** Of every part that is no sheet, unpacked: such parts are held in memory whole. */
export const maxPartBytes = 40_000_000

/**
 * How many times its packed size a part may unpack to, once it is larger than `freeUnpackedBytes`. Sheets of real data reach 10 to 30,
 * of the same row throughout 150; a part of one repeated character reaches 1000.
 */
export const maxRatio = 300
export const freeUnpackedBytes = 10_000_000

export const maxParts = 2_000

/** Characters of one cell: Excel's own limit (support.microsoft.com, "Excel specifications and limits"). */
export const maxCellCharacters = 32_767

/** Characters of a cell that a message quotes. */
export const quotedCharacters = 100

/** Characters of one batch, after which it is sent although it holds fewer rows than asked for. */
export const batchCharacters = 1_000_000

/** Filled cells of one row. */
export const maxColumns = 500

/**
 * Of the thread that reads: what its values may take in memory, in MB. The library makes a tree of the table of strings that Excel
 * writes: 520 MB for 50 000 rows of 31 cells, given back with the thread. Files that unpack to too much never get that far.
 */
export const heapMegabytes = 640

/**
 * Milliseconds of processor time until the file is opened and counted: the next import waits behind a file that takes longer. The
 * largest file that is taken needs 4 s.
 */
export const openCpuTime = 9_000

/** Milliseconds until the file is opened and counted on a busy machine, and until the next rows are read. */
export const openTimeout = 120_000
export const batchTimeout = 30_000
