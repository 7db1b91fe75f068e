/** Counts the texts on which visitors are asked about cookies. With a new number everybody is asked again. */
export const consentVersion = 1

/** SHA-256 of the text of this version in each language; a test holds it to `consent-versions/<version>.<language>.txt`. */
export const consentHashes = {
  no: '638d22d73eda8eae40f5409bf803e9ea66894146a9e246cc11f8fdbea22a2502',
  en: '1b76a3dcee1fbf5469f8c707ba8bef6470b45c40c7fb6143d9da1118896faa55',
} as const
