import { createContactPerson, createCustomer } from '@kontor/contract/customers/customers.endpoints'
import type { AdminCall, BodyOf } from './admin-api.ts'
import { unknownMailbox } from './enquiries.ts'

type DemoCustomer = BodyOf<typeof createCustomer> & {
  readonly people: readonly Omit<BodyOf<typeof createContactPerson>, 'customerId'>[]
}

/** Placeholder names; some companies are in the register stand-in. */
const demoCustomers: readonly DemoCustomer[] = [
  {
    name: 'Nordfiktiv Teknologi AS',
    email: 'post@nordfiktiv.example',
    phone: '00 00 00 11',
    website: 'www.nordfiktiv.example',
    organizationNumber: '900000103',
    industry: 'Konsulentvirksomhet tilknyttet informasjonsteknologi',
    customer_Type: 'Bedrift',
    address: 'Eksempelgata 12 B',
    postCode: '0151',
    city: 'Oslo',
    description: 'Vil samle internkontroll og ISO 9001 i ett system før revisjonen i juni.',
    people: [
      {
        firstName: 'Kari',
        lastName: 'Nordmann',
        email: 'kari@nordfiktiv.example',
        mobilePhone: '+47 00 00 00 12',
        note: 'Daglig leder. Signerer alene.',
      },
      { firstName: 'Ola', lastName: 'Nordmann', email: 'ola@nordfiktiv.example', note: 'Kvalitetsleder' },
    ],
  },
  {
    name: 'Oppdiktet Havbruk ASA',
    email: 'ir@oppdiktet-havbruk.example',
    organizationNumber: '900000219',
    industry: 'Akvakultur i saltvann',
    customer_Type: 'Bedrift',
    city: 'Bergen',
    description: 'Åtte lokaliteter. Åpenhetsloven først, deretter klimaregnskap.',
    people: [
      { firstName: 'Peder', lastName: 'Ås', email: 'peder@oppdiktet-havbruk.example', telephone: '00 00 00 21' },
      { firstName: 'Line', lastName: 'Danser', email: 'line@oppdiktet-havbruk.example', isActive: false },
    ],
  },
  {
    name: 'Samvirkelaget for fremme av uendelig lange foretaksnavn i nordre eventyrland SA',
    email: 'kontoret-for-lange-navn@uendelig-lange-foretaksnavn-i-nordre-eventyrland.example',
    organizationNumber: '900000871',
    industry: 'Butikkhandel med bredt vareutvalg med hovedvekt på nærings- og nytelsesmidler',
    customer_Type: 'Samvirkeforetak',
    city: 'Bodø',
    people: [
      {
        firstName: 'Marte Kristine Elisabeth',
        lastName: 'Kirkerud-Fjellheim',
        email: 'marte.kristine@uendelig-lange-foretaksnavn-i-nordre-eventyrland.example',
      },
    ],
  },
  {
    name: 'Heksenes Kaffebrenneri AS',
    email: 'hei@heksenes-kaffe.example',
    organizationNumber: '900001096',
    industry: 'Bearbeiding av te og kaffe',
    customer_Type: 'Bedrift',
    city: 'Tromsø',
    location: 'Inngang fra bakgården',
    people: [{ firstName: 'Lars', lastName: 'Holm', email: 'lars@heksenes-kaffe.example', mobilePhone: '00 00 00 96' }],
  },
  {
    name: 'Tallmagi Fiktiv Revisjon AS',
    email: 'post@tallmagi.example',
    organizationNumber: '900001649',
    industry: 'Regnskap, revisjon og skatterådgivning',
    customer_Type: 'Partner',
    city: 'Molde',
    people: [{ firstName: 'Hans', lastName: 'Tastad', email: 'hans@tallmagi.example' }],
  },
  {
    name: 'Trolltunge Fiktivbygg AS',
    email: 'post@trolltunge.example',
    organizationNumber: '900000650',
    industry: 'Oppføring av bygninger',
    isActive: false,
    city: 'Lærdal',
    description: 'Konkurs. Siste avtale ble ikke fornyet.',
    people: [],
  },
  {
    name: 'Åse Nordmann Blåbærgård',
    email: 'ase@blabaergard.example',
    organizationNumber: '900000545',
    industry: 'Dyrking av andre trær, busker, frukt og nøtter',
    customer_Type: 'Enkeltpersonforetak',
    city: 'Tønsberg',
    people: [{ firstName: 'Åse', lastName: 'Nordmann', email: 'ase@blabaergard.example' }],
  },
  {
    name: 'Eksempel Regnskap AS',
    email: 'kari@regnskap.example',
    industry: 'Regnskap og bokføring',
    people: [{ firstName: 'Kari', lastName: 'Nordmann', email: 'kari@regnskap.example', telephone: '12 34 56 78' }],
  },
  {
    name: 'Eksempel Snekkerverksted',
    email: 'ola@snekker.example',
    industry: 'Snekkerarbeid',
    people: [{ firstName: 'Ola', lastName: 'Nordmann', email: `ola@${unknownMailbox}`, note: 'Adressen er gammel.' }],
  },
  {
    name: 'Eksempel Kjøle- og Frysetransport',
    email: 'hans@transport.example',
    phone: '23 45 67 89',
    industry: 'Godstransport på vei',
    people: [{ firstName: 'Hans', lastName: 'Tastad', email: 'hans@transport.example' }],
  },
  { name: 'Example Ltd', email: 'jane@ltd.example', website: 'https://ltd.example', city: 'London', people: [] },
]

/** Adds the demo's customers with their contact persons. */
export const addDemoCustomers = async (call: AdminCall): Promise<void> => {
  for (const { people, ...body } of demoCustomers) {
    const { id: customerId } = await call(createCustomer, { body })
    for (const person of people) await call(createContactPerson, { body: { ...person, customerId } })
  }
}
