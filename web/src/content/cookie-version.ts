/** Counts the texts on which visitors are asked about cookies. With a new number everybody is asked again. */
export const consentVersion = 1

/** SHA-256 of the text of this version in each language; a test holds it to `consent-versions/<version>.<language>.txt`. */
export const consentHashes = {
  no: '7a3464232f13e8827f42ebe5eac112518846e59e329e8b1bc38a761617adf743',
  en: 'a8ad371eee2ba6045e001e165dd5087c6ee9fe946dfb6444d515c09f92f07aa0',
} as const
