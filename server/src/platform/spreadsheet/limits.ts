/** Limits beyond which a file is rejected. Sizes in bytes. */

/** Maximum size of one unpacked sheet of an .xlsx file. 100 000 rows of 31 short texts are about 190 MB. */
export const maxSheetBytes = 200_000_000

/** Maximum size of any other unpacked part. Such parts are held in memory as a whole. */
export const maxPartBytes = 40_000_000

/**
 * The maximum compression ratio of a part larger than `freeUnpackedBytes` unpacked. Sheets of real data reach 10 to 30. Sheets that
 * repeat one row reach 150, and a part of one repeated character reaches 1000.
 */
export const maxRatio = 300
export const freeUnpackedBytes = 10_000_000

export const maxParts = 2_000

/** Maximum characters of a cell: Excel's own limit (support.microsoft.com, "Excel specifications and limits"). */
export const maxCellCharacters = 32_767

/** Characters quoted from a cell in a message. */
export const quotedCharacters = 100

/** Maximum characters of the rows in a report, for each rank of `rankOf`. Further rows are only counted. */
export const reportedCharacters = 2_000_000

/** A batch is sent once it holds this many characters, even if it has fewer rows than requested. */
export const batchCharacters = 1_000_000

/** Maximum rows of a sheet, as in Excel. Empty rows count, since reading them takes time, too. */
export const maxSheetRows = 1_048_576

/** The most columns that are read. A remark mentions cells further right. */
export const maxColumns = 500

/** Maximum columns of a row: Excel's own limit. */
export const maxSheetColumns = 16_384

/**
 * Heap size of the reader thread, in MB. The library parses Excel's shared strings into a tree: 520 MB for 50 000 rows of 31 cells, released
 * when the thread ends. Shared strings of more than `maxPartBytes` are rejected before they are parsed.
 */
export const heapMegabytes = 640

/** CPU milliseconds allowed for opening a file and counting its rows, while the next import waits. The largest accepted file needs 4 s. */
export const openCpuTime = 9_000

/** Timeouts in milliseconds on a busy machine: for opening a file and counting its rows, and for reading a batch. */
export const openTimeout = 120_000
export const batchTimeout = 30_000
