import { organizationNumberDigits } from '../shared/orgnr.ts'

/** Lengths in characters, the delay after the last keystroke in milliseconds, and how many results are shown. */
export const companySearch = {
  minLength: 3,
  maxLength: 200,
  delayMs: 300,
  companies: 10,
  roleGroups: 2,
  holders: 2,
} as const

/** True if a trimmed query is long enough to search for. */
export const isSearchable = (text: string): boolean => text.trim().length >= companySearch.minLength

/** A number that can be used in a URL: nine digits without separators, starting with 8 or 9, with a valid check digit. */
export const isOrganizationNumber = (number: string): boolean =>
  /^[89]\d{8}$/.test(number) && organizationNumberDigits(number) === number

export const registerEntryAddress = (number: string): string =>
  `https://virksomhet.brreg.no/nb/oppslag/enheter/${number}`
