/** Counts the texts on which visitors are asked about cookies. With a new number everybody is asked again. */
export const consentVersion = 1

/** SHA-256 of the text of this version in each language; a test holds it to `consent-versions/<version>.<language>.txt`. */
export const consentHashes = {
  no: 'a43c0e21a9e8bf94f003856e28ebfc25cb6aeec0a0e0b0ef95a6c8c13f3917a1',
  en: '2242f838413a11ddc26ba68a4fd7ba10b787b62dec146dc93079425bda61feed',
} as const
