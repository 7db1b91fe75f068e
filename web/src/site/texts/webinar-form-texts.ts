import { defineTexts } from '../../platform/i18n.tsx'

/** The texts of the list of webinars and of the registration form. */
export const webinarFormTexts = defineTexts({
  no: {
    choose: 'Velg webinar',
    chooseHint: 'Velg et webinar i listen, så melder du deg på her.',
    chooseFirst: 'Velg et webinar først, så kan du melde deg på.',
    selected: 'Du melder deg på',
    missingWebinar: 'Velg et webinar.',
    phone: 'Telefon',
    submit: 'Meld meg på',
    submitting: 'Melder på...',
    privacy: 'Vi bruker opplysningene til påmeldingen, og ikke til noe annet.',
    noneTitle: 'Ingen aktive webinarer',
    noneText: 'Vi har ingen kommende webinarer for øyeblikket. Sjekk tilbake senere!',
    registrationFailed: 'Feil ved påmelding',
    closed: 'Webinaret er ikke lenger åpent for påmelding. Listen er hentet på nytt.',
    registrationSuccess: 'Takk for påmeldingen!',
    registrationSuccessText: 'Vi sender deg en e-post bekreftelse snart.',
  },
  en: {
    choose: 'Choose a webinar',
    chooseHint: 'Choose a webinar from the list to register here.',
    chooseFirst: 'Choose a webinar first, then you can register.',
    selected: 'You are registering for',
    missingWebinar: 'Please choose a webinar.',
    phone: 'Phone',
    submit: 'Register',
    submitting: 'Registering...',
    privacy: 'We use this for your registration, and for nothing else.',
    noneTitle: 'No upcoming webinars',
    noneText: 'There are no webinars planned at the moment. Please check back later!',
    registrationFailed: 'Registration failed',
    closed: 'The webinar is no longer open for registration. The list has been refreshed.',
    registrationSuccess: 'Thank you for registering! You will receive a confirmation email.',
    registrationSuccessText: 'It comes with a file for your calendar.',
  },
})
