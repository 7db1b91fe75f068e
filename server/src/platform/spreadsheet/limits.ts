/** What a file may cost before it is refused. Sizes in bytes. */

/** Of one part of an .xlsx file, unpacked: 100 000 rows of 31 short texts are about 190 MB. */
export const maxSheetBytes = 200_000_000

/** Of every part that is no sheet, unpacked: such parts are held in memory whole. */
export const maxPartBytes = 40_000_000

export const maxParts = 2_000

/** Filled cells of one row. */
export const maxColumns = 500

/**
 * Of the thread that reads: what its values may take in memory, in MB. The library makes a tree of the table of strings that Excel
 * writes: 520 MB for 50 000 rows of 31 cells, given back with the thread. Files that unpack to too much never get that far.
 */
export const heapMegabytes = 640

/** Milliseconds until the file is opened and counted, also on a busy machine: 10 s of processor time; and until the next rows are read. */
export const openTimeout = 120_000
export const batchTimeout = 30_000
