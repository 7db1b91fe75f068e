import { withoutHidden } from './composed.ts'

/** Matches separators of digits: spaces of any width, dots, colons, hyphens, brackets, and the apostrophe that spreadsheets put before text. */
const separators = /[\s.:'()\u2010-\u2013-]/g

/** Matches the prefixes that letterheads put before a number, and the suffix `MVA` of VAT-registered companies. */
const numberPattern = /^(?:org(?:anisasjons)?(?:nr|nummer)|foretaksregisteret)?(?:NO)?(\d{9})(?:MVA)?$/i

/** Matches a whole number that a program wrote as a decimal or with an exponent: `987654321.0`, `9.87654321E8`. */
const asDecimal = /^\d{3,15}[.,]00?$|^\d[.,]\d{1,14}E\+?\d{1,2}$/i

/** Returns the digits of a whole number that a program wrote as a decimal or with an exponent. Other texts stay unchanged. */
export const wholeDigits = (text: string): string => {
  const number = asDecimal.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return Number.isSafeInteger(number) ? String(number) : text
}

const weights = [3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Returns the nine digits of an organisation number; null if invalid. Accepts separators, `Org.nr.` or `NO` before it, `MVA` after it, and
 * decimals or an exponent. The last digit is a check digit (modulus 11, https://www.brreg.no/om-oss/registrene-vare/om-enhetsregisteret/organisasjonsnummeret/).
 */
export const organizationNumberDigits = (text: string): string | null => {
  const digits = numberPattern.exec(wholeDigits(withoutHidden(text).trim()).replaceAll(separators, ''))?.[1]
  if (digits === undefined) return null
  const sum = weights.reduce((total, weight, position) => total + weight * Number(digits[position]), 0)
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[8]) ? digits : null
}

/** Returns the nine digits of an organisation number. Other text is returned unchanged. */
export const normalizeOrganizationNumber = (number: string | null): string | null =>
  number && (organizationNumberDigits(number) ?? number)

/** Formats an organisation number: `123 456 789`. Other text is returned unchanged. */
export const formatOrganizationNumber = (text: string): string =>
  organizationNumberDigits(text)?.replace(/(\d{3})(\d{3})(\d{3})/, '$1\u00a0$2\u00a0$3') ?? text
