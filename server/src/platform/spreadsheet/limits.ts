/** What a file may cost before it is refused. Sizes in bytes. */

/** Of one part of an .xlsx file, unpacked: 100 000 rows of 31 short texts are about 190 MB. */
export const maxSheetBytes = 200_000_000

/** Of every part that is no sheet, unpacked: such parts are held in memory whole. */
export const maxPartBytes = 48_000_000

export const maxParts = 2_000

/** Filled cells of one row. */
export const maxColumns = 500

/** Of the thread that reads: what its values may take in memory, in MB. */
export const heapMegabytes = 160

/** Milliseconds until the file is opened and counted; and until the next rows are read. */
export const openTimeout = 60_000
export const batchTimeout = 30_000
