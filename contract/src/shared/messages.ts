import type { z } from 'zod'

const expectedTypes: Record<string, string> = {
  string: 'Må være en tekst',
  number: 'Må være et tall',
  int: 'Må være et helt tall',
  boolean: 'Må være sann eller usann',
  array: 'Må være en liste',
  object: 'Må være et objekt',
}

const sizes: Record<string, string> = { string: ' tegn', array: ' elementer', set: ' elementer' }

const formats: Record<string, string> = {
  email: 'Ugyldig e-postadresse',
  url: 'Ugyldig nettadresse',
  uuid: 'Ugyldig id',
  date: 'Ugyldig dato',
  datetime: 'Ugyldig tidspunkt',
}

const bound = (origin: string, number: number | bigint, least: boolean): string => {
  const unit = sizes[origin]
  if (unit) return `${least ? 'Må ha minst' : 'Kan ha høyst'} ${number}${unit}`
  return `${least ? 'Må være minst' : 'Kan være høyst'} ${number}`
}

/** Returns the Norwegian error message for a schema that has none of its own, without a full stop. */
export const norwegianMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'Må fylles ut'
      return expectedTypes[issue.expected] ?? 'Ugyldig verdi'
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Må fylles ut'
      return bound(issue.origin, issue.minimum, true)
    case 'too_big':
      return bound(issue.origin, issue.maximum, false)
    case 'invalid_format':
      return formats[issue.format] ?? 'Ugyldig format'
    case 'invalid_value':
      return `Må være en av: ${issue.values.join(', ')}`
    default:
      return 'Ugyldig verdi'
  }
}
