/** Returns the address of a link that writes to a mailbox. */
export const mailAddress = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
