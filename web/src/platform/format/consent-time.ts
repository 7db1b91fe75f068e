/** A day and time in Norway, for the head script, which is too small for `contract/shared/time`. */
export const formatConsentTime = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'nb-NO', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Oslo',
  }).format(new Date(instant))
