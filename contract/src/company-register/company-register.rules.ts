/** Constants and checks of the look-up in the national company register; free of dependencies. */

import { organizationNumberDigits } from '../shared/orgnr.ts'

/** How the search behaves: lengths in characters, the delay after the last keystroke in milliseconds, and how much is shown. */
export const companySearch = {
  minLength: 3,
  maxLength: 200,
  delayMs: 300,
  companies: 10,
  roleGroups: 2,
  holders: 2,
} as const

/** Whether a typed text is long enough to be searched for; the blanks around it do not count. */
export const isSearchable = (text: string): boolean => text.trim().length >= companySearch.minLength

/** Nine digits without separators, of which the first is 8 or 9 and the last fits the others: what may stand in an address. */
export const isOrganizationNumber = (number: string): boolean =>
  /^[89]\d{8}$/.test(number) && organizationNumberDigits(number) === number
