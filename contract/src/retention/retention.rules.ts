/** Months that the content of mails is kept, except for agreements. Mails of an enquiry lose their content with the enquiry at the latest. */
export const mailContentMonths = 12

/** Nightly purge times in Oslo. A later run finishes what an earlier one couldn't. */
export const purgeTimes = ['03:17', '04:17', '05:17'] as const
