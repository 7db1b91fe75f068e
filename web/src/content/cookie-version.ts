/** Counts the texts on which visitors are asked about cookies. With a new number everybody is asked again. */
export const consentVersion = 1

/** SHA-256 of the text of this version in each language; a test holds it to `consent-versions/<version>.<language>.txt`. */
export const consentHashes = {
  no: '7123bffaa0e954e2d70c3ca425f951dc6ee4b55a0b6f20fe1e56b0eb86615811',
  en: 'c8c329eff36f7e7bb38f84c86033d363ba3036adb2b98b38784024dda7fd5582',
} as const
