/** Formats an instant as a day and time in Norway. For the head script, which `contract/shared/time` would make too large. */
export const formatConsentTime = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'nb-NO', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Oslo',
  }).format(new Date(instant))
