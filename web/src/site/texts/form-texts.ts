import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

/** The texts that the public forms share. */
export const formTexts = defineTexts({
  no: {
    requiredMark: 'Felt merket med * må fylles ut.',
    name: 'Navn',
    email: 'E-post',
    company: 'Bedrift',
    leaveEmpty: 'La stå tomt',
    missingName: 'Skriv navnet ditt.',
    missingEmail: 'Skriv e-postadressen din.',
    invalidEmail: 'Skriv en gyldig e-postadresse.',
    addressInName: 'Navnet kan ikke inneholde en nettadresse.',
    checkField: 'Se over dette feltet.',
    tooLong: (max: number) => `Skriv høyst ${max} tegn.`,
    missingFields: 'Manglende felter',
    fillRequiredFields: 'Vennligst fyll inn alle påkrevde felter.',
    checkFields: 'Se over feltene',
    checkFieldsDescription: 'Det står ved feltene hva som må rettes.',
    tryAgainLater: 'Prøv igjen senere.',
    tooMany: (minutes: number) =>
      `Det er sendt mange meldinger herfra. Prøv igjen om ${minutes === 1 ? 'ett minutt' : `${minutes} minutter`}.`,
    kept: `Det du skrev, står her fortsatt. Haster det, ring ${company.phone}.`,
    unavailable: `Skjemaet lot seg ikke laste. Sjekk nettforbindelsen og prøv igjen, eller skriv til ${company.email}.`,
  },
  en: {
    requiredMark: 'Fields marked * are required.',
    name: 'Name',
    email: 'Email',
    company: 'Company',
    leaveEmpty: 'Leave empty',
    missingName: 'Please enter your name.',
    missingEmail: 'Please enter your email address.',
    invalidEmail: 'Please enter a valid email address.',
    addressInName: 'The name can’t contain a web address.',
    checkField: 'Please check this field.',
    tooLong: (max: number) => `Please use at most ${max} characters.`,
    missingFields: 'Missing fields',
    fillRequiredFields: 'Please fill in all required fields.',
    checkFields: 'Please check the fields',
    checkFieldsDescription: 'Each field says what needs correcting.',
    tryAgainLater: 'Please try again later.',
    tooMany: (minutes: number) =>
      `A lot of messages have come from here. Please try again in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`,
    kept: `What you wrote is still here. If it’s urgent, call ${company.phone}.`,
    unavailable: `The form couldn’t be loaded. Check your connection and try again, or write to ${company.email}.`,
  },
})
