import { defineTexts } from '../../platform/i18n.tsx'
import { siteCompany } from './company.ts'

const { name, replyWithinHours, riskFactors } = siteCompany.transparency

export const transparencyTexts = defineTexts({
  no: {
    title: 'Åpenhetsloven, uten regnearket.',
    lead: `${name} samler leverandører, svar, risiko og tiltak på ett sted, og skriver utkastet til redegjørelsen, som skal ligge ute innen 30. juni.`,
    featuresTitle: 'Det verktøyet gjør',
    features: [
      {
        name: 'Leverandørkart',
        text: 'Alle leverandører og underleverandører på ett kart, hentet fra regnskapet og Enhetsregisteret. Dere ser hvem som leverer hva, og hvorfra.',
      },
      {
        name: 'Spørreundersøkelser',
        text: 'Ferdige spørsmål om lønn, arbeidstid, sikkerhet og organisasjonsfrihet. Leverandøren svarer uten innlogging, og verktøyet purrer for dere.',
      },
      {
        name: `Risikoskår med ${riskFactors} faktorer`,
        text: 'Land, bransje, råvare, leverandørens egne svar og kjente hendelser gir én skår fra 5 til 25. Hver faktor vises, så skåren kan forklares.',
      },
      {
        name: 'Tiltak som følges opp',
        text: 'Hvert funn får et tiltak, en ansvarlig og en frist. Det som ikke er gjort, kommer tilbake av seg selv.',
      },
      {
        name: 'Innsynskrav',
        text: 'Alle kan spørre dere om aktsomhetsvurderingene, og loven gir tre uker på å svare. Kravet, fristen og svaret ligger samlet.',
      },
    ],
    workflowTitle: 'Fem steg, én gang i året',
    workflow: [
      { name: 'Registrering', text: 'Hent inn leverandørene fra regneark eller regnskap. Dubletter slås sammen.' },
      { name: 'Undersøkelser', text: 'Velg hvem som skal svare på hva. Svarene kommer inn mens dere gjør noe annet.' },
      {
        name: 'Risikovurdering',
        text: `Skåren med ${riskFactors} faktorer sorterer leverandørene. Dere begynner øverst.`,
      },
      { name: 'Tiltak', text: 'Avtal forbedringer med leverandøren, sett frist og følg dem opp.' },
      {
        name: 'Rapportering',
        text: 'Redegjørelsen bygger på det som er gjort. Ledelsen leser, retter og signerer.',
      },
    ],
    factorsTitle: 'Slik settes skåren',
    factors: ['Land', 'Bransje', 'Råvare', 'Svar', 'Hendelser'],
    factorsText: 'Eksempel: en tekstilleverandør med gode svar, i et land med høy risiko.',
    score: (value: number) => `${value} av 25`,
    contactTitle: 'Se det med deres egne leverandører',
    contactText: `Ring, skriv eller book en demo. Vi svarer innen ${replyWithinHours} timer.`,
    phone: 'Telefon',
    email: 'E-post',
    demo: 'Demo',
    contactLink: 'Snakk med oss',
  },
  en: {
    title: 'The Transparency Act, without the spreadsheet.',
    lead: `${name} gathers suppliers, answers, risks and measures in one place, and drafts the statement that the Norwegian act requires by 30 June.`,
    featuresTitle: 'What it does',
    features: [
      {
        name: 'Supplier map',
        text: 'All your suppliers and sub-suppliers on one map, taken from your accounts and the company register. You see who supplies what, and from where.',
      },
      {
        name: 'Surveys',
        text: 'Ready-made questions about pay, working hours, safety and freedom of association. Suppliers answer without logging in, and the tool sends the reminders.',
      },
      {
        name: `A ${riskFactors}-factor risk score`,
        text: 'Country, industry, raw material, the supplier’s own answers and known incidents give one score from 5 to 25. Every factor is shown, so the score can be explained.',
      },
      {
        name: 'Measures that are followed up',
        text: 'Every finding gets a measure, an owner and a deadline. Anything left undone comes back on its own.',
      },
      {
        name: 'Requests for information',
        text: 'Anyone may ask about your due diligence, and the act gives you three weeks to answer. The request, the deadline and the answer are kept together.',
      },
    ],
    workflowTitle: 'Five steps, once a year',
    workflow: [
      {
        name: 'Registration',
        text: 'Bring in your suppliers from a spreadsheet or the accounts. Duplicates are merged.',
      },
      {
        name: 'Surveys',
        text: 'Choose who answers what. The answers come in while you’re doing something else.',
      },
      {
        name: 'Risk assessment',
        text: `The ${riskFactors}-factor score sorts your suppliers. You start at the top.`,
      },
      { name: 'Measures', text: 'Agree on improvements with the supplier, set a deadline and follow up.' },
      {
        name: 'Reporting',
        text: 'The statement builds on what has been done. Management reads it, corrects it and signs.',
      },
    ],
    factorsTitle: 'How the score adds up',
    factors: ['Country', 'Industry', 'Material', 'Answers', 'Incidents'],
    factorsText: 'An example: a textile supplier with good answers, in a country where the risk is high.',
    score: (value: number) => `${value} out of 25`,
    contactTitle: 'See it with your own suppliers',
    contactText: `Call, write or book a demo. We reply within ${replyWithinHours} hours.`,
    phone: 'Phone',
    email: 'Email',
    demo: 'Demo',
    contactLink: 'Talk to us',
  },
})

/** The example of the page: each factor from 1 (low) to 5 (high). */
export const exampleFactors = [5, 4, 4, 2, 3] as const
