/** Limits beyond which a file is rejected. Sizes in bytes. */

/** Maximum size of one unpacked sheet of an .xlsx file. 100 000 rows of 31 short texts are about 190 MB. */
export const maxSheetBytes = 200_000_000

/** Maximum size of any other unpacked part. Such parts are held in memory as a whole. */
export const maxPartBytes = 40_000_000

/**
 * The maximum compression ratio of a part larger than `freeUnpackedBytes` unpacked. Sheets of real data reach 10 to 30, sheets that
 * repeat one row 150, and a part of one repeated character 1000.
 */
export const maxRatio = 300
export const freeUnpackedBytes = 10_000_000

export const maxParts = 2_000

/** Characters of one cell: Excel's own limit (support.microsoft.com, "Excel specifications and limits"). */
export const maxCellCharacters = 32_767

/** Characters quoted from a cell in a message. */
export const quotedCharacters = 100

/** Characters of the rows in a report, for each kind of outcome; further rows are only counted. */
export const reportedCharacters = 2_000_000

/** A batch is sent once it holds this many characters, even with fewer rows than requested. */
export const batchCharacters = 1_000_000

/** Rows of a sheet, empty ones included, as in Excel: reading them takes time, too. */
export const maxSheetRows = 1_048_576

/** Columns that are read; cells further right are only mentioned. */
export const maxColumns = 500

/** Maximum columns of a row: Excel's own limit. */
export const maxSheetColumns = 16_384

/**
 * Heap size of the reader thread, in MB. The library parses Excel's shared strings into a tree: 520 MB for 50 000 rows of 31 cells,
 * released when the thread ends. Files that unpack to too much are rejected before that.
 */
export const heapMegabytes = 640

/** CPU time in milliseconds for opening a file and counting its rows: the next import has to wait for it. The largest accepted file needs 4 s. */
export const openCpuTime = 9_000

/** Elapsed milliseconds for opening and counting on a busy machine, and for reading the next batch. */
export const openTimeout = 120_000
export const batchTimeout = 30_000
