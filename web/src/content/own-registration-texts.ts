import { defineTexts } from '../platform/i18n.tsx'

/** The page behind the personal link in a webinar's mails. */
export const ownRegistrationTexts = defineTexts({
  no: {
    page: 'Påmelding til webinar',
    loading: 'Henter påmeldingen …',
    states: {
      registered: 'Du er påmeldt',
      waiting: 'Du står på venteliste',
      cancelled: 'Du er avmeldt',
    },
    zone: 'norsk tid',
    minutes: (count: number) => `${count} minutter`,
    heldIn: { no: 'På norsk', en: 'På engelsk' },
    question: {
      registered: 'Kan du ikke komme? Meld deg av, så kan en annen få plassen din.',
      waiting: 'Blir det en plass til deg, får du beskjed på e-post.',
      cancelled: 'Vil du være med likevel, kan du melde deg på igjen.',
    },
    cancel: { registered: 'Meld meg av', waiting: 'Ta meg av ventelisten' },
    cancelling: 'Melder av …',
    again: 'Se webinarene',
    over: 'Webinaret har begynt eller er over.',
    unknown: 'Påmeldingen finnes ikke',
    unknownText: 'Lenken gjelder ikke lenger. Åpne den på nytt fra e-posten, eller ta kontakt med oss.',
    failed: 'Påmeldingen lot seg ikke hente',
    failedText: 'Sjekk nettforbindelsen og prøv igjen.',
    notCancelled: 'Du er ikke meldt av. Prøv igjen, eller svar på e-posten.',
    retry: 'Prøv igjen',
  },
  en: {
    page: 'Webinar registration',
    loading: 'Loading your registration …',
    states: {
      registered: 'You are registered',
      waiting: 'You are on the waiting list',
      cancelled: 'Your registration is cancelled',
    },
    zone: 'Norwegian time',
    minutes: (count: number) => `${count} minutes`,
    heldIn: { no: 'In Norwegian', en: 'In English' },
    question: {
      registered: 'Can’t make it? Cancel, and somebody else can have your place.',
      waiting: 'If a place becomes free for you, we will email you.',
      cancelled: 'If you want to attend after all, you can register again.',
    },
    cancel: { registered: 'Cancel my registration', waiting: 'Leave the waiting list' },
    cancelling: 'Cancelling …',
    again: 'See the webinars',
    over: 'The webinar has begun or is over.',
    unknown: 'Registration not found',
    unknownText: 'The link is no longer valid. Open it again from the email, or get in touch with us.',
    failed: 'Your registration could not be loaded',
    failedText: 'Check your connection and try again.',
    notCancelled: 'Your registration is not cancelled. Try again, or reply to the email.',
    retry: 'Try again',
  },
})
