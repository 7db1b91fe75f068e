/** Months that the content of mails is kept; mails about agreements keep it. It is deleted earlier if the mail's enquiry is deleted. */
export const mailContentMonths = 12

/** Nightly purge times in Oslo. A later run deletes what an earlier run couldn't. */
export const purgeTimes = ['03:17', '04:17', '05:17'] as const
