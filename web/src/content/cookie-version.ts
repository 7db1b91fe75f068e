/** Counts the texts on which visitors are asked about cookies. With a new number everybody is asked again. */
export const consentVersion = 1

/** SHA-256 of the text of this version in each language; a test holds it to `consent-versions/<version>.<language>.txt`. */
export const consentHashes = {
  no: '',
  en: '',
} as const
