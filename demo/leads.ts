import { checkLeadRegister, createLead, createLeadView, updateLead } from '@kontor/contract/leads/leads.endpoints'
import type { AdminCall, BodyOf } from './admin-api.ts'

type DemoLead = BodyOf<typeof createLead>

/** Companies in the register stand-in, where one is bankrupt, one being wound up and one deleted. */
const registered: readonly DemoLead[] = [
  {
    company_name: 'Nordfiktiv Teknologi AS',
    org_no: '900000103',
    organization_form: 'Aksjeselskap',
    status: 'Tilbud sendt',
    contact_name: 'Kari Nordmann',
    contact_title: 'Daglig leder',
    email: 'kari@nordfiktiv.example',
    phone: '00 00 00 12',
    employees: 42,
    revenue_nok: 47_119_000,
    industry: 'Konsulentvirksomhet tilknyttet informasjonsteknologi',
    business_address: 'Eksempelgata 12 B',
    postal_code: '0151',
    city: 'Oslo',
    municipality: 'Oslo',
    vat_registered: true,
    next_step: 'Ring om tilbudet før fristen',
    notes: 'Vil ha internkontroll og ISO 9001 i ett system.',
  },
  {
    company_name: 'Oppdiktet Havbruk ASA',
    org_no: '900000219',
    status: 'Avtalt møte',
    employees: 310,
    city: 'Bergen',
    contact_name: 'Peder Ås',
    email: 'peder@oppdiktet-havbruk.example',
    industry: 'Akvakultur i saltvann',
    next_step: 'Møte på Fantasibrygga, ta med eksempel på klimaregnskap',
  },
  {
    company_name: 'Trolltunge Fiktivbygg AS',
    org_no: '900000650',
    status: 'Kontaktet',
    city: 'Lærdal',
    customer_active: null,
    industry: 'Oppføring av bygninger',
  },
  {
    company_name: 'Glassberget Eventyreiendom AS',
    org_no: '900000766',
    status: 'Ny',
    city: 'Hamar',
    industry: 'Utleie av eiendom',
  },
  { company_name: 'Slettet Eventyr AS', org_no: '900001754', status: 'Kontaktet', customer_active: false },
  {
    company_name:
      'Samvirkelaget for fremme av uendelig lange foretaksnavn og andre oppdiktede sammensetninger i nordre eventyrland SA',
    org_no: '900000871',
    status: 'Ny',
    city: 'Bodø',
    employees: 7,
    industry: 'Butikkhandel med bredt vareutvalg med hovedvekt på nærings- og nytelsesmidler',
  },
  {
    company_name: 'Heksenes Kaffebrenneri AS',
    org_no: '900001096',
    status: 'Kunde',
    city: 'Tromsø',
    contact_name: 'Lars Holm',
    email: 'lars@heksenes-kaffe.example',
    industry: 'Bearbeiding av te og kaffe',
  },
  {
    company_name: 'Sagatun Fiktiv Forsikring ASA',
    org_no: '900001428',
    status: 'Avslått',
    city: 'Trondheim',
    notes: 'Har eget system.',
  },
]

const places = ['Oslo', 'Bergen', 'Trondheim', 'Stavanger', 'Ålesund', 'Tromsø', 'Ørsta', 'Hamar'] as const
const trades = [
  'Regnskap og bokføring',
  'Rørleggerarbeid',
  'Snekkerarbeid',
  'Godstransport på vei',
  'Drift av barnehager',
] as const
const statuses = [
  'Ny',
  'Ny',
  'Ny',
  'Kontaktet',
  'Kontaktet',
  'Avtalt møte',
  'Tilbud sendt',
  'Avslått',
  'Kunde',
] as const
const people = ['Kari Nordmann', 'Ola Nordmann', 'Åse Nordmann', 'Line Danser', 'Hans Tastad'] as const

const pick = <Value>(list: readonly Value[], at: number): Value | undefined => list[at % list.length]

/** Generated leads, so that the list has a second page. */
const generated = Array.from({ length: 64 }, (_, at): DemoLead => {
  const place = pick(places, at * 3) ?? ''
  const name = `Eksempel ${place} ${at + 1} AS`
  const contact_name = pick(people, at * 7)
  return {
    company_name: name,
    status: pick(statuses, at * 5) ?? 'Ny',
    city: place,
    industry: pick(trades, at) ?? '',
    employees: (at * 13) % 90,
    revenue_nok: 1_000_000 + at * 771_250.5,
    customer_active: pick([true, true, null, false], at) ?? null,
    ...(contact_name &&
      at % 4 > 0 && { contact_name, email: `post@eksempel-${at + 1}.example`, phone: `00 00 01 ${10 + at}` }),
    ...(at % 6 === 0 && { next_step: 'Send materiale på e-post' }),
  }
})

/** Adds the demo's leads with some history, checks those in the register, and saves a view. */
export const addDemoLeads = async (call: AdminCall): Promise<void> => {
  for (const body of generated.toReversed()) await call(createLead, { body })
  for (const { status = 'Ny', ...body } of registered.toReversed()) {
    const { id } = await call(createLead, { body })
    const params = { id: String(id) }
    if (status !== 'Ny') await call(updateLead, { params, body: { status: 'Kontaktet' } })
    if (status !== 'Ny' && status !== 'Kontaktet') await call(updateLead, { params, body: { status } })
    await call(checkLeadRegister, { params })
  }
  const view = { name: 'Tilbud ute', status: 'Tilbud sendt', sort: 'revenue_nok:desc' } as const
  await call(createLeadView, { body: view })
}
