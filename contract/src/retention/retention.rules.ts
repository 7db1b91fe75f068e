/** Months after which mails lose their content. Mails of an enquiry lose it with the enquiry, mails about agreements never. */
export const mailContentMonths = 12

/** Nightly purge times in Oslo. A later run deletes what an earlier run couldn't. */
export const purgeTimes = ['03:17', '04:17', '05:17'] as const
