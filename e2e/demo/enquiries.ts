/** What the demo's visitors write. Placeholder names; the last three addresses make the mail stand-in refuse. */
export interface DemoEnquiry {
  readonly name: string
  readonly email: string
  readonly company?: string
  readonly subject: string
  readonly message: string
  readonly language: 'no' | 'en'
}

const no = (name: string, email: string, company: string, subject: string, message: string): DemoEnquiry => ({
  ...{ name, email, subject, message, language: 'no' },
  ...(company && { company }),
})

const en = (...parts: Parameters<typeof no>): DemoEnquiry => ({ ...no(...parts), language: 'en' })

/** The mail stand-in answers "no such mailbox" to these, and "mailbox full, try later" to those. */
export const unknownMailbox = 'finnesikke.example'
export const fullMailbox = 'fullpostkasse.example'

/** Oldest first. */
export const demoEnquiries: readonly DemoEnquiry[] = [
  no(
    'Kari Nordmann',
    'kari@fjellregnskap.example',
    'Fjell Regnskap AS',
    'general',
    'Hei! Vi er ni ansatte og fører internkontrollen i permer. Hva skal til for å få den digital?',
  ),
  no(
    'Ola Nordmann',
    'ola@nordsnekker.example',
    'Nord Snekkerverksted',
    'product',
    'Kan verktøyet for HMS brukes fra mobil på byggeplass, også uten dekning?',
  ),
  en(
    'Jane Doe',
    'jane@northlights.example',
    'Northlights Ltd',
    'consulting',
    'We would like to be certified to ISO 14001 before summer. How long does it usually take for a company of twenty?',
  ),
  no(
    'Åse Østby',
    'aase@fiskeforedling.example',
    'Østby Fiskeforedling',
    'consulting',
    'Vi trenger hjelp til Miljøfyrtårn-sertifisering. Har dere ledig tid i mars?',
  ),
  no(
    'Per Hansen',
    'per@vestlandsbygg.example',
    'Vestlandsbygg',
    'support',
    'Jeg får ikke lastet opp bilder i avviksskjemaet. Det stopper på 80 prosent.',
  ),
  no(
    'Kari Nordmann',
    'kari@fjellregnskap.example',
    'Fjell Regnskap AS',
    'product',
    'Takk for sist. Hva koster AI-varianten for ni brukere?',
  ),
  en(
    'John Doe',
    'john@harbour.example',
    'Harbour Logistics',
    'custom',
    'Our planners work in three spreadsheets that must agree. Could you build one tool that replaces them?',
  ),
  no(
    'Ingrid Sæther',
    'ingrid@saetergard.example',
    '',
    'general',
    'Jeg skriver masteroppgave om åpenhetsloven. Kan jeg få intervjue noen hos dere?',
  ),
  no(
    'Ola Nordmann',
    'ola@nordsnekker.example',
    'Nord Snekkerverksted',
    'general',
    'Kan vi flytte møtet på torsdag til klokken ti?',
  ),
  no(
    'Bjørn Ødegård',
    'bjorn@odegardtransport.example',
    'Ødegård Transport og Spedisjon',
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
    'mary@coldchain.example',
    'Cold Chain AS',
    'product',
    'Does the platform have an English interface for our warehouse staff?',
  ),
  no(
    'Grete Lien',
    'grete@lienoglien.example',
    'Lien & Lien',
    'consulting',
    'Vi har fått tre avvik på ISO 9001-revisjonen og fristen er 30 dager. Kan dere hjelpe oss raskt?',
  ),
  no(
    'Lars Dahl',
    'lars@dahlmaskin.example',
    'Dahl Maskin',
    'custom',
    'Vi vil at kundene skal bestille service selv, koblet til kalenderen vår.',
  ),
  no(
    'Siv Berg',
    'siv@bergbakeri.example',
    'Berg Bakeri',
    'support',
    'Påminnelsene om temperaturkontroll kommer to ganger. Kan dere se på det?',
  ),
  en(
    'Richard Roe',
    'richard@roeadvisers.example',
    'Roe Advisers',
    'general',
    'A client of ours recommended you. Whom may I call about a partnership?',
  ),
  no(
    'Hanne Moe',
    'hanne@moebarnehage.example',
    'Moe barnehage',
    'product',
    'Passer internkontrollen for en barnehage? Vi har både mattilsyn og brannvern å tenke på.',
  ),
  no(
    'Geir Bakke',
    `geir@${unknownMailbox}`,
    'Bakke Elektro',
    'general',
    'Ring meg gjerne, e-posten min er litt ustabil for tiden.',
  ),
  no(
    'Tone Vik',
    `tone@${fullMailbox}`,
    'Vik Eiendom',
    'consulting',
    'Hvordan kommer vi i gang med klimaregnskap for tolv bygg?',
  ),
  no(
    'Nils Strand',
    `nils@${unknownMailbox}`,
    '',
    'support',
    'Jeg har glemt passordet og får ingen e-post når jeg ber om nytt.',
  ),
]
