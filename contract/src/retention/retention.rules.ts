/** Months that mail content is kept, except for agreements; the text of an enquiry is deleted with the enquiry at the latest. */
export const mailContentMonths = 12

/** Nightly purge times in Oslo; later runs finish what an earlier one couldn't. */
export const purgeTimes = ['03:17', '04:17', '05:17'] as const
