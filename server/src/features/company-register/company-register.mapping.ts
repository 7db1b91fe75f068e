import type {
  Accounts,
  Company,
  CompanyRoles,
  CompanySignature,
} from '@kontor/contract/company-register/company-register.schema'
import { z } from 'zod'
import type { CompanyState } from './company-register.queries.ts'

/**
 * The one place that knows how the register's answers look (recordings up to October 2026). Each function takes a body as
 * it came and gives what the contract names; anything else in it, birth dates first, is dropped here. A field that is not
 * as expected counts as not given; a body that is something else altogether throws `UnreadableAnswer`.
 */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? null)
    .catch(null)

const text = orNull(z.string().trim().min(1))
const day = orNull(z.iso.date())
const amount = orNull(z.number())
const flag = z.boolean().catch(false)
const number = z.string().regex(/^\d{9}$/)
const list = z.array(z.unknown()).catch([])

const code = z.object({ kode: z.string(), beskrivelse: z.string() })
const address = z.object({
  adresse: list,
  postnummer: text,
  poststed: text,
  kommune: text,
  land: text,
  landkode: text,
})

const enhet = z.object({
  organisasjonsnummer: number,
  navn: z.string().trim().min(1),
  slettedato: text,
  organisasjonsform: orNull(code),
  epostadresse: text,
  telefon: text,
  mobil: text,
  hjemmeside: text,
  forretningsadresse: orNull(address),
  postadresse: orNull(address),
  registreringsdatoEnhetsregisteret: day,
  stiftelsesdato: day,
  naeringskode1: orNull(code),
  naeringskode2: orNull(code),
  naeringskode3: orNull(code),
  institusjonellSektorkode: orNull(code),
  antallAnsatte: orNull(z.int().nonnegative()),
  harRegistrertAntallAnsatte: flag,
  registrertIMvaregisteret: orNull(z.boolean()),
  registrertIForetaksregisteret: orNull(z.boolean()),
  konkurs: flag,
  underAvvikling: flag,
  underTvangsavviklingEllerTvangsopplosning: flag,
})

const regnskap = z.object({
  id: z.number(),
  regnskapstype: z.literal('SELSKAP'),
  regnskapsperiode: z.object({ tilDato: z.iso.date() }),
  valuta: text,
  resultatregnskapResultat: orNull(
    z.object({
      aarsresultat: amount,
      driftsresultat: orNull(z.object({ driftsinntekter: orNull(z.object({ sumDriftsinntekter: amount })) })),
    }),
  ),
  eiendeler: orNull(z.object({ sumEiendeler: amount })),
  egenkapitalGjeld: orNull(
    z.object({ sumEgenkapitalGjeld: amount, egenkapital: orNull(z.object({ sumEgenkapital: amount })) }),
  ),
})

const rolle = z.object({
  type: code,
  person: orNull(z.object({ navn: z.object({ fornavn: text, mellomnavn: text, etternavn: text }) })),
  enhet: orNull(z.object({ organisasjonsnummer: number, navn: z.array(z.string()) })),
  bostyrer: orNull(z.object({ navn: text })),
  // Sent until 2026, and `avregistrert` since; either tells that the holder has left.
  fratraadt: flag,
  avregistrert: flag,
})

const signatur = z.object({
  status: z.object({
    rutineStatus: z.object({ kode: z.string(), tekstforklaring: text }),
    regelStatus: orNull(z.object({ kode: text })),
  }),
  signeringsGrunnlag: orNull(z.object({ signaturProkuraRoller: orNull(z.object({ signaturProkuraFritekst: text })) })),
  signeringsKombinasjon: orNull(z.object({ kombinasjon: list })),
})

const kombinasjon = z.object({ kode: z.string(), tekstforklaring: z.string() })

const read = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new UnreadableAnswer(
    `Unexpected: ${result.error.issues.map(({ path }) => path.join('.') || 'body').join(', ')}`,
  )
}

/** Those items of a list that are as expected; a single odd one does not hide the others. */
const readable = <Schema extends z.ZodType>(schema: Schema, items: readonly unknown[]): z.output<Schema>[] =>
  items.flatMap((item) => {
    const result = schema.safeParse(item)
    return result.success ? [result.data] : []
  })

/** The same where at least one must be: a list in which nothing can be read is no empty list. */
const someReadable = <Schema extends z.ZodType>(schema: Schema, items: readonly unknown[]): z.output<Schema>[] => {
  const found = readable(schema, items)
  if (items.length > 0 && found.length === 0) throw new UnreadableAnswer('Unexpected: every item of a list')
  return found
}

const addressOf = (from: z.output<typeof address> | null): Company['forretningsadresse'] => {
  if (!from) return null
  const { adresse, postnummer, poststed, kommune, land, landkode } = from
  const lines = readable(z.string().trim().min(1), adresse)
  return { adresse: lines, postnummer, poststed, kommune, land: landkode === 'NO' ? null : land }
}

const companyOf = (from: z.output<typeof enhet>): Company => {
  const { epostadresse, mobil, slettedato: _, underTvangsavviklingEllerTvangsopplosning: forced, ...same } = from
  return {
    ...same,
    epost: epostadresse,
    telefon: from.telefon ?? mobil,
    forretningsadresse: addressOf(from.forretningsadresse),
    postadresse: addressOf(from.postadresse),
    underAvvikling: from.underAvvikling || forced,
  }
}

const living = (companies: z.output<typeof enhet>[]): Company[] =>
  companies.filter(({ slettedato }) => slettedato === null).map(companyOf)

/** The upstream leaves `_embedded` out where there are no hits, and says so. */
const hits = z.union([
  z.object({ _embedded: z.object({ enheter: z.array(z.unknown()) }) }),
  z.object({ page: z.object({ totalElements: z.literal(0) }) }).transform(() => ({ _embedded: { enheter: [] } })),
])

/** The companies of a search. */
export const companiesFrom = (body: unknown): Company[] =>
  living(someReadable(enhet, read(hits, body)._embedded.enheter))

const watched = enhet.extend({ historiskeNavn: list })

/** What the watch keeps of a company; of a deleted one that it is gone, and its name. */
const stateOf = (from: z.output<typeof watched>): CompanyState => {
  const { forretningsadresse: address, underTvangsavviklingEllerTvangsopplosning: forced } = from
  return {
    organizationNumber: from.organisasjonsnummer,
    name: from.navn,
    formerNames: readable(z.object({ navn: z.string() }), from.historiskeNavn).map(({ navn }) => navn.toLowerCase()),
    address: addressOf(address)?.adresse[0] ?? null,
    postCode: address?.postnummer ?? null,
    city: address?.poststed ?? null,
    bankruptcy: from.konkurs,
    underLiquidation: from.underAvvikling || forced,
    deleted: from.slettedato !== null,
  }
}

/** The state of a company that was asked for by its number. */
export const stateFrom = (body: unknown): CompanyState => stateOf(read(watched, body))

/** The states of the companies of a list. */
export const livingStatesFrom = (body: unknown): CompanyState[] =>
  someReadable(watched, read(hits, body)._embedded.enheter).map(stateOf)

/** The company that was asked for by its number; none when it is deleted. */
export const companyFrom = (body: unknown): Company[] => living([read(enhet, body)])

/**
 * The company's own accounts (`SELSKAP`, never its group's), one for each year in which a period ended, the newest first. A
 * year that was filed again counts with its last filing, the one with the highest id.
 */
export const accountsFrom = (body: unknown): Accounts[] => {
  const years = new Map<number, z.output<typeof regnskap>>()
  const isGroups = (row: unknown): boolean => z.object({ regnskapstype: z.literal('KONSERN') }).safeParse(row).success
  const own = read(z.array(z.unknown()), body).filter((row) => !isGroups(row))
  for (const row of someReadable(regnskap, own)) {
    const year = Number(row.regnskapsperiode.tilDato.slice(0, 4))
    const other = years.get(year)
    if (!other || other.id < row.id) years.set(year, row)
  }
  return [...years].sort(([a], [b]) => b - a).map(([year, row]) => accountsOf(year, row))
}

const accountsOf = (year: number, row: z.output<typeof regnskap>): Accounts => ({
  regnskapsaar: year,
  omsetning: row.resultatregnskapResultat?.driftsresultat?.driftsinntekter?.sumDriftsinntekter ?? null,
  // Not in the accounts: the register tells today's number only, with the company.
  antallAnsatte: null,
  aarsresultat: row.resultatregnskapResultat?.aarsresultat ?? null,
  totalkapital: row.eiendeler?.sumEiendeler ?? row.egenkapitalGjeld?.sumEgenkapitalGjeld ?? null,
  egenkapital: row.egenkapitalGjeld?.egenkapital?.sumEgenkapital ?? null,
  valuta: row.valuta,
  valutakurs: row.valuta === 'NOK' ? 1 : null,
})

type Role = CompanyRoles['rollegrupper'][number]['roller'][number]

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ')

/** None for a role whose holder has no name. */
const roleOf = ({
  type,
  person,
  enhet: company,
  bostyrer,
  fratraadt,
  avregistrert,
}: z.output<typeof rolle>): Role[] => {
  const companyName = joined(...(company?.navn ?? []))
  const { fornavn = null, mellomnavn = null, etternavn = null } = person?.navn ?? {}
  const navn = joined(fornavn, mellomnavn, etternavn) || companyName || bostyrer?.navn
  if (!navn) return []
  return [
    {
      type,
      navn,
      person: person && { navn: { fornavn: fornavn ?? '', etternavn: etternavn ?? '' } },
      enhet: company && { organisasjonsnummer: company.organisasjonsnummer, navn: companyName },
      fratraadt: fratraadt || avregistrert,
    },
  ]
}

const rollegruppe = z.object({ type: code, roller: z.array(z.unknown()) })

/** The role groups in the register's order; within each, those who have left come last. */
export const rolesFrom = (body: unknown): CompanyRoles => {
  const { rollegrupper } = read(z.object({ rollegrupper: z.array(z.unknown()) }), body)
  return {
    rollegrupper: readable(rollegruppe, rollegrupper).map(({ type, roller }) => ({
      type,
      roller: readable(rolle, roller)
        .flatMap(roleOf)
        .toSorted((a, b) => Number(a.fratraadt) - Number(b.fratraadt)),
    })),
  }
}

/** Between the numbers of a date. Never spaces beside spaces, which would be tried in every way. */
const separator = String.raw`(?:\s*[.\-/]\s*|\s+)`

/** Dates and longer numbers in a text that people wrote: a birth date can stand in it. */
// regexp: each part begins with a number and repeats nothing that its next part could begin with.
const datesAndNumbers = new RegExp(
  [
    // 1.1.70, 01/01-1970, 01 . 01 . 1970; 1970-01-01, 1970.1.1
    String.raw`\b\d{1,2}${separator}\d{1,2}${separator}(?:\d{4}|\d{2})\b`,
    String.raw`\b\d{4}[.\-/]\d{1,2}[.\-/]\d{1,2}\b`,
    // 010170, 01011970, 010170 12345, and D-numbers, whose day is 40 more
    String.raw`\b[0-7]\d(?:0[1-9]|1[0-2])\d{2}(?:\d{2})?(?:[ -]?\d{5})?\b`,
    // 1. januar 1970, 1 jan. 70
    String.raw`\b\d{1,2}\.?\s*(?:jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des)[a-z]*[.,]*\s*(?:\d{4}|\d{2})\b`,
  ].join('|'),
  'gi',
)

const withoutBirthDates = (written: string): string => written.replaceAll(datesAndNumbers, '…')

/** A rule of the company's own (`R0001` …) says more than the one that the law gives everybody (`STYR`). */
const ownRulesFirst = (a: { kode: string }, b: { kode: string }): number =>
  Number(!/^R\d/.test(a.kode)) - Number(!/^R\d/.test(b.kode))

export const signatureFrom = (body: unknown): CompanySignature => {
  const { status, signeringsGrunnlag, signeringsKombinasjon } = read(signatur, body)
  const written = signeringsGrunnlag?.signaturProkuraRoller?.signaturProkuraFritekst
  const standard = status.regelStatus?.kode === 'RF'
  return {
    rutinestatus: { status: status.rutineStatus.kode, tekst: status.rutineStatus.tekstforklaring },
    kombinasjoner: readable(kombinasjon, signeringsKombinasjon?.kombinasjon ?? [])
      .map(({ kode, tekstforklaring }) => ({ kode, kombinasjonsnavn: withoutBirthDates(tekstforklaring) }))
      .toSorted(ownRulesFirst),
    fritekst: written && !standard ? withoutBirthDates(written) : null,
  }
}

/** How a company without registered signing rights is answered for: the register has no answer of its own for it. */
export const noSignature: CompanySignature = {
  rutinestatus: { status: 'IKKE_REGISTRERT', tekst: 'Signaturrett er ikke registrert.' },
  kombinasjoner: [],
  fritekst: null,
}
