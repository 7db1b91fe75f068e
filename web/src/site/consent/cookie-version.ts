/** The version of the text that asks about cookies. With a new number, everybody is asked again. */
export const consentVersion = 1
