/** Digit separators: spaces of any width, and dots. */
const separators = /[\s\u200b.]/g

/** Invoices write VAT-registered companies with the prefix `NO` and the suffix `MVA`. */
const numberPattern = /^(?:NO)?(\d{9})(?:MVA)?$/i

const weights = [3, 2, 7, 6, 5, 4, 3, 2]

/**
 * The nine digits of an organisation number, which may have spaces, dots, the prefix `NO` and the suffix `MVA`; null if
 * invalid. The last digit is a check digit (modulus 11, https://www.brreg.no/om-oss/registrene-vare/om-enhetsregisteret/organisasjonsnummeret/).
 */
export const organizationNumberDigits = (text: string): string | null => {
  const digits = numberPattern.exec(text.replaceAll(separators, ''))?.[1]
  if (digits === undefined) return null
  const sum = weights.reduce((total, weight, position) => total + weight * Number(digits[position]), 0)
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[8]) ? digits : null
}

/** The nine digits of an organisation number; anything else is kept unchanged. */
export const normalizeOrganizationNumber = (number: string | null): string | null =>
  number && (organizationNumberDigits(number) ?? number)

/** Formats an organisation number: `123 456 789`. Other text is returned unchanged. */
export const formatOrganizationNumber = (text: string): string =>
  organizationNumberDigits(text)?.replace(/(\d{3})(\d{3})(\d{3})/, '$1\u00a0$2\u00a0$3') ?? text
