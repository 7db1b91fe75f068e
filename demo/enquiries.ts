import { createContact } from '@kontor/contract/contacts/contacts.endpoints'
import type { AdminCall, BodyOf } from './admin-api.ts'

type DemoEnquiry = BodyOf<typeof createContact>

const no = (name: string, email: string, company: string, subject: string, message: string): DemoEnquiry => ({
  name,
  email,
  subject,
  message,
  company,
  language: 'no',
})

const en = (...parts: Parameters<typeof no>): DemoEnquiry => ({ ...no(...parts), language: 'en' })

/** Domains that the mail stand-in rejects with "no such mailbox" and "mailbox full, try again later". */
export const unknownMailbox = 'finnesikke.example'
export const fullMailbox = 'fullpostkasse.example'

/** Oldest first. Placeholder names; the mail stand-in rejects the last three addresses. */
const demoEnquiries: readonly DemoEnquiry[] = [
  no(
    'Kari Nordmann',
    'kari@regnskap.example',
    'Eksempel Regnskap AS',
    'general',
    'Hei! Vi er ni ansatte og fører internkontrollen i permer. Hva skal til for å få den digital?',
  ),
  no(
    'Ola Nordmann',
    'ola@snekker.example',
    'Eksempel Snekkerverksted',
    'product',
    'Kan verktøyet for HMS brukes fra mobil på byggeplass, også uten dekning?',
  ),
  en(
    'Jane Doe',
    'jane@ltd.example',
    'Example Ltd',
    'consulting',
    'We would like to be certified to ISO 14001 before summer. How long does it usually take for a company of twenty?',
  ),
  no(
    'Peder Ås',
    'peder@fiskeforedling.example',
    'Eksempel Fiskeforedling',
    'consulting',
    'Vi trenger hjelp til Miljøfyrtårn-sertifisering. Har dere ledig tid i mars?',
  ),
  no(
    'Lars Holm',
    'lars@bygg.example',
    'Eksempelbygg',
    'support',
    'Jeg får ikke lastet opp bilder i avviksskjemaet. Det stopper på 80 prosent.',
  ),
  no(
    'Kari Nordmann',
    'kari@regnskap.example',
    'Eksempel Regnskap AS',
    'product',
    'Takk for sist. Hva koster AI-varianten for ni brukere?',
  ),
  en(
    'John Doe',
    'john@logistics.example',
    'Example Logistics',
    'custom',
    'Our planners work in three spreadsheets that must agree. Could you build one tool that replaces them?',
  ),
  no(
    'Marte Kirkerud',
    'marte@student.example',
    '',
    'general',
    'Jeg skriver masteroppgave om åpenhetsloven. Kan jeg få intervjue noen hos dere?',
  ),
  no(
    'Ola Nordmann',
    'ola@snekker.example',
    'Eksempel Snekkerverksted',
    'general',
    'Kan vi flytte møtet på torsdag til klokken ti?',
  ),
  no(
    'Hans Tastad',
    'hans@transport.example',
    'Eksempel Kjøle- og Frysetransport',
    'product',
    'Vi har 140 leverandører å kartlegge etter åpenhetsloven. Kan listen importeres fra Excel?',
  ),
  no(
    'Test Testesen',
    'test@testbedrift.example',
    'Testbedrift AS',
    'Bedriftshelsetjenestesamarbeidspartneravtale',
    'Emnet her har vi skrevet selv, for det fantes ikke i listen.',
  ),
  en(
    'Mary Major',
    'mary@foods.example',
    'Example Foods',
    'product',
    'Does the platform have an English interface for our warehouse staff?',
  ),
  no(
    'Line Danser',
    'line@verksted.example',
    'Eksempel & Sønn',
    'consulting',
    'Vi har fått tre avvik på ISO 9001-revisjonen og fristen er 30 dager. Kan dere hjelpe oss raskt?',
  ),
  no(
    'Ola Nordmann',
    'ola@maskin.example',
    'Eksempel Maskin',
    'custom',
    'Vi vil at kundene skal bestille service selv, koblet til kalenderen vår.',
  ),
  no(
    'Kari Nordmann',
    'kari@bakeri.example',
    'Eksempel Bakeri',
    'support',
    'Påminnelsene om temperaturkontroll kommer to ganger. Kan dere se på det?',
  ),
  en(
    'Richard Roe',
    'richard@advisers.example',
    'Example Advisers',
    'general',
    'A client of ours recommended you. Whom may I call about a partnership?',
  ),
  no(
    'Marte Kirkerud',
    'marte@barnehage.example',
    'Eksempel barnehage',
    'product',
    'Passer internkontrollen for en barnehage? Vi har både mattilsyn og brannvern å tenke på.',
  ),
  no(
    'Peder Ås',
    `peder@${unknownMailbox}`,
    'Eksempel Elektro',
    'general',
    'Ring meg gjerne, e-posten min er litt ustabil for tiden.',
  ),
  no(
    'Lars Holm',
    `lars@${fullMailbox}`,
    'Eksempel Eiendom',
    'consulting',
    'Hvordan kommer vi i gang med klimaregnskap for tolv bygg?',
  ),
  no(
    'Test Testmann',
    `test@${unknownMailbox}`,
    '',
    'support',
    'Jeg har glemt passordet og får ingen e-post når jeg ber om nytt.',
  ),
]

/** Sends the visitors' enquiries. */
export const addDemoEnquiries = async (call: AdminCall): Promise<void> => {
  for (const body of demoEnquiries) await call(createContact, { body })
}
