import { organizationNumberDigits } from '../shared/orgnr.ts'

/** Limits of a search: its length in characters, the delay after the last keystroke, and maximum companies, role groups and holders shown. */
export const companySearch = {
  minLength: 3,
  maxLength: 200,
  delayMs: 300,
  companies: 10,
  roleGroups: 2,
  holders: 2,
} as const

/** Returns true if a query, once trimmed, is long enough to search for. */
export const isSearchable = (text: string): boolean => text.trim().length >= companySearch.minLength

/** Returns true for nine digits without separators that start with 8 or 9 and have a valid check digit. */
export const isOrganizationNumber = (number: string): boolean =>
  /^[89]\d{8}$/.test(number) && organizationNumberDigits(number) === number

export const registerEntryAddress = (number: string): string =>
  `https://virksomhet.brreg.no/nb/oppslag/enheter/${number}`
