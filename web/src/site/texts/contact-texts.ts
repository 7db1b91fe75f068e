import { defineTexts } from '../../platform/i18n.tsx'

/** Texts of the contact form: labels, errors and the closing message. */
export const contactTexts = defineTexts({
  no: {
    subject: 'Emne',
    chooseSubject: 'Velg et emne',
    message: 'Melding',
    send: 'Send melding',
    sending: 'Sender...',
    privacy: 'Vi bruker opplysningene til å svare og følge opp.',
    missingSubject: 'Velg et emne.',
    missingMessage: 'Skriv en melding.',
    errorSendingMessage: 'Feil ved sending av melding',
    messageSentSuccess: 'Meldingen er sendt!',
    messageSentDescription: 'Vi tar kontakt så snart vi kan.',
  },
  en: {
    subject: 'Subject',
    chooseSubject: 'Choose a subject',
    message: 'Message',
    send: 'Send message',
    sending: 'Sending...',
    privacy: 'We use this to answer you and follow up.',
    missingSubject: 'Please choose a subject.',
    missingMessage: 'Please write a message.',
    errorSendingMessage: 'Error sending message',
    messageSentSuccess: 'Message sent successfully!',
    messageSentDescription: "We'll get back to you as soon as possible.",
  },
})
