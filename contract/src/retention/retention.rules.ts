/** Constants of what is kept how long, free of dependencies. */

/** The content of mails, but for agreements, is kept for so many months; what an enquiry said goes with the enquiry at the latest. */
export const mailContentMonths = 12

/** The purge runs each night at these times in Oslo; the later ones finish what an earlier one could not. */
export const purgeTimes = ['03:17', '04:17', '05:17'] as const
