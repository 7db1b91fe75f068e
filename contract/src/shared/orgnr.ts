/** Organisation numbers of the Norwegian company register. Free of dependencies. */

/** How people and spreadsheets separate the digits: spaces of any width, and dots. */
const separators = /[\s\u200b.]/g

/** As invoices name who is registered for VAT: the country before it, `MVA` behind it. */
const written = /^(?:NO)?(\d{9})(?:MVA)?$/i

const weights = [3, 2, 7, 6, 5, 4, 3, 2]

/**
 * The nine digits of an organisation number that may be written with spaces or dots, with `NO` before or `MVA` behind; null
 * when it is none. The last digit must fit the others (modulus 11, https://www.brreg.no/om-oss/registrene-vare/om-enhetsregisteret/organisasjonsnummeret/).
 */
export const organizationNumberDigits = (text: string): string | null => {
  const digits = written.exec(text.replaceAll(separators, ''))?.[1]
  if (digits === undefined) return null
  const sum = weights.reduce((total, weight, position) => total + weight * Number(digits[position]), 0)
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[8]) ? digits : null
}

/** An organisation number as it is read, `123 456 789`; a text that is none comes back as it is. */
export const formatOrganizationNumber = (text: string): string =>
  organizationNumberDigits(text)?.replace(/(\d{3})(\d{3})(\d{3})/, '$1\u00a0$2\u00a0$3') ?? text
