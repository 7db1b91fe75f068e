import { readableName, readablePlace } from '@kontor/contract/company-register/company-register.names.rules'
import type {
  Accounts,
  Company,
  CompanyRoles,
  CompanySignature,
} from '@kontor/contract/company-register/company-register.schema'
import { z } from 'zod'
import type { CompanyState } from './company-register.queries.ts'

/**
 * The only file that knows the register's response formats (as recorded until October 2026). Each function maps a raw body to
 * the contract and drops everything else, above all birth dates. An unexpected field becomes null; an unexpected body throws
 * `UnreadableAnswer`.
 */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? null)
    .catch(null)

const nullableText = orNull(z.string().trim().min(1))
const nullableDay = orNull(z.iso.date())
const nullableAmount = orNull(z.number())
const flag = z.boolean().catch(false)
const number = z.string().regex(/^\d{9}$/)
const list = z.array(z.unknown()).catch([])

const code = z.object({ kode: z.string(), beskrivelse: z.string() })
const address = z.object({
  adresse: list,
  postnummer: nullableText,
  poststed: nullableText,
  kommune: nullableText,
  land: nullableText,
  landkode: nullableText,
})

const enhet = z.object({
  organisasjonsnummer: number,
  navn: z.string().trim().min(1),
  slettedato: nullableText,
  organisasjonsform: orNull(code),
  epostadresse: nullableText,
  telefon: nullableText,
  mobil: nullableText,
  hjemmeside: nullableText,
  forretningsadresse: orNull(address),
  postadresse: orNull(address),
  registreringsdatoEnhetsregisteret: nullableDay,
  stiftelsesdato: nullableDay,
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
  valuta: nullableText,
  resultatregnskapResultat: orNull(
    z.object({
      aarsresultat: nullableAmount,
      driftsresultat: orNull(z.object({ driftsinntekter: orNull(z.object({ sumDriftsinntekter: nullableAmount })) })),
    }),
  ),
  eiendeler: orNull(z.object({ sumEiendeler: nullableAmount })),
  egenkapitalGjeld: orNull(
    z.object({
      sumEgenkapitalGjeld: nullableAmount,
      egenkapital: orNull(z.object({ sumEgenkapital: nullableAmount })),
    }),
  ),
})

const rolle = z.object({
  type: code,
  person: orNull(
    z.object({ navn: z.object({ fornavn: nullableText, mellomnavn: nullableText, etternavn: nullableText }) }),
  ),
  enhet: orNull(z.object({ organisasjonsnummer: number, navn: z.array(z.string()) })),
  bostyrer: orNull(z.object({ navn: nullableText })),
  // Replaced by `avregistrert` in 2026; either means that the holder has left.
  fratraadt: flag,
  avregistrert: flag,
})

const signatur = z.object({
  status: z.object({
    rutineStatus: z.object({ kode: z.string(), tekstforklaring: nullableText }),
    regelStatus: orNull(z.object({ kode: nullableText })),
  }),
  signeringsGrunnlag: orNull(
    z.object({ signaturProkuraRoller: orNull(z.object({ signaturProkuraFritekst: nullableText })) }),
  ),
  signeringsKombinasjon: orNull(z.object({ kombinasjon: list })),
})

const kombinasjon = z.object({ kode: z.string(), tekstforklaring: z.string() })

const parseBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new UnreadableAnswer(
    `Unexpected: ${result.error.issues.map(({ path }) => path.join('.') || 'body').join(', ')}`,
  )
}

const parseItems = <Schema extends z.ZodType>(schema: Schema, items: readonly unknown[]): z.output<Schema>[] =>
  items.flatMap((item) => {
    const result = schema.safeParse(item)
    return result.success ? [result.data] : []
  })

/** Parses items. @throws UnreadableAnswer when every item of a non-empty list is invalid */
const parseSomeItems = <Schema extends z.ZodType>(schema: Schema, items: readonly unknown[]): z.output<Schema>[] => {
  const found = parseItems(schema, items)
  if (items.length > 0 && found.length === 0) throw new UnreadableAnswer('Unexpected: every item of a list')
  return found
}

const postalAddressOf = (from: z.output<typeof address> | null): Company['forretningsadresse'] => {
  if (!from) return null
  const { adresse, postnummer, poststed, kommune, land, landkode } = from
  const lines = parseItems(z.string().trim().min(1), adresse)
  return { adresse: lines, postnummer, poststed, kommune, land: landkode === 'NO' ? null : land }
}

const companyOf = (from: z.output<typeof enhet>, overordnetEnhet: string | null = null): Company => {
  const {
    epostadresse,
    mobil,
    slettedato: _,
    underTvangsavviklingEllerTvangsopplosning: forcedLiquidation,
    ...rest
  } = from
  return {
    ...rest,
    overordnetEnhet,
    epost: epostadresse,
    telefon: from.telefon ?? mobil,
    forretningsadresse: postalAddressOf(from.forretningsadresse),
    postadresse: postalAddressOf(from.postadresse),
    underAvvikling: from.underAvvikling || forcedLiquidation,
  }
}

const activeCompanies = (companies: z.output<typeof enhet>[]): Company[] =>
  companies.filter(({ slettedato }) => slettedato === null).map((company) => companyOf(company))

/** Without hits the register omits `_embedded`. */
const searchResponse = z.union([
  z.object({ _embedded: z.object({ enheter: z.array(z.unknown()) }) }),
  z.object({ page: z.object({ totalElements: z.literal(0) }) }).transform(() => ({ _embedded: { enheter: [] } })),
])

export const companiesFrom = (body: unknown): Company[] =>
  activeCompanies(parseSomeItems(enhet, parseBody(searchResponse, body)._embedded.enheter))

const enhetWithHistory = enhet.extend({ historiskeNavn: list })

/** Returns the state that the checks store, with names in normal case. The register has little more than the name of a deleted company. */
const stateOf = (from: z.output<typeof enhetWithHistory>): CompanyState => {
  const { forretningsadresse: address, underTvangsavviklingEllerTvangsopplosning: forcedLiquidation } = from
  return {
    organizationNumber: from.organisasjonsnummer,
    name: readableName(from.navn),
    formerNames: parseItems(z.object({ navn: z.string() }), from.historiskeNavn).map(({ navn }) => navn.toLowerCase()),
    address: postalAddressOf(address)?.adresse[0] ?? null,
    postCode: address?.postnummer ?? null,
    city: address?.poststed ? readablePlace(address.poststed) : null,
    bankruptcy: from.konkurs,
    underLiquidation: from.underAvvikling || forcedLiquidation,
    deleted: from.slettedato !== null,
  }
}

export const stateFrom = (body: unknown): CompanyState => stateOf(parseBody(enhetWithHistory, body))

/** Returns the states from a list. The list omits deleted companies. */
export const activeStatesFrom = (body: unknown): CompanyState[] =>
  parseSomeItems(enhetWithHistory, parseBody(searchResponse, body)._embedded.enheter).map(stateOf)

/** Returns the company from a look-up by number; an empty list if it is deleted. */
export const companyFrom = (body: unknown): Company[] => activeCompanies([parseBody(enhet, body)])

const underenhet = enhet.extend({
  overordnetEnhet: number,
  beliggenhetsadresse: orNull(address),
  nedleggelsesdato: nullableText,
})

/** Returns the sub-unit from a look-up by number, with its location as business address; an empty list if it is deleted or closed. */
export const subUnitFrom = (body: unknown): Company[] => {
  const { overordnetEnhet, beliggenhetsadresse, nedleggelsesdato, ...found } = parseBody(underenhet, body)
  if (found.slettedato !== null || nedleggelsesdato !== null) return []
  return [companyOf({ ...found, forretningsadresse: beliggenhetsadresse }, overordnetEnhet)]
}

/**
 * Returns the company's own accounts (`SELSKAP`, never the group's), one per year in which a period ended, newest first. If a year was
 * filed more than once, the highest id wins.
 */
export const accountsFrom = (body: unknown): Accounts[] => {
  const years = new Map<number, z.output<typeof regnskap>>()
  const isGroupAccounts = (row: unknown): boolean =>
    z.object({ regnskapstype: z.literal('KONSERN') }).safeParse(row).success
  const own = parseBody(z.array(z.unknown()), body).filter((row) => !isGroupAccounts(row))
  for (const row of parseSomeItems(regnskap, own)) {
    const year = Number(row.regnskapsperiode.tilDato.slice(0, 4))
    const other = years.get(year)
    if (!other || other.id < row.id) years.set(year, row)
  }
  return [...years].sort(([a], [b]) => b - a).map(([year, row]) => accountsOf(year, row))
}

const accountsOf = (year: number, row: z.output<typeof regnskap>): Accounts => ({
  regnskapsaar: year,
  omsetning: row.resultatregnskapResultat?.driftsresultat?.driftsinntekter?.sumDriftsinntekter ?? null,
  // Accounts don't include it: the register has only the current number, in the company's entry.
  antallAnsatte: null,
  aarsresultat: row.resultatregnskapResultat?.aarsresultat ?? null,
  totalkapital: row.eiendeler?.sumEiendeler ?? row.egenkapitalGjeld?.sumEgenkapitalGjeld ?? null,
  egenkapital: row.egenkapitalGjeld?.egenkapital?.sumEgenkapital ?? null,
  valuta: row.valuta,
  valutakurs: row.valuta === 'NOK' ? 1 : null,
})

type Role = CompanyRoles['rollegrupper'][number]['roller'][number]

const joinNonEmpty = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ')

/** Returns a list with the role, or an empty one if the holder has no name. */
const roleOf = ({
  type,
  person,
  enhet: company,
  bostyrer,
  fratraadt,
  avregistrert,
}: z.output<typeof rolle>): Role[] => {
  const companyName = joinNonEmpty(...(company?.navn ?? []))
  const { fornavn = null, mellomnavn = null, etternavn = null } = person?.navn ?? {}
  const navn = joinNonEmpty(fornavn, mellomnavn, etternavn) || companyName || bostyrer?.navn
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

/** Returns role groups in the register's order; within each, former holders come last. */
export const rolesFrom = (body: unknown): CompanyRoles => {
  const { rollegrupper } = parseBody(z.object({ rollegrupper: z.array(z.unknown()) }), body)
  return {
    rollegrupper: parseItems(rollegruppe, rollegrupper).map(({ type, roller }) => ({
      type,
      roller: parseItems(rolle, roller)
        .flatMap(roleOf)
        .toSorted((a, b) => Number(a.fratraadt) - Number(b.fratraadt)),
    })),
  }
}

/** Matches a separator in a date. Has no adjacent space quantifiers, which would backtrack exponentially. */
const separator = String.raw`(?:\s*[.\-/]\s*|\s+)`

/** Matches dates and longer numbers in free text, since they may be birth dates. */
// regexp: no part can begin with a character that the part before it repeats.
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

/** A company's own rule (`R0001` …) is more specific than the statutory rule (`STYR`). */
const ownRulesFirst = (a: { kode: string }, b: { kode: string }): number =>
  Number(!/^R\d/.test(a.kode)) - Number(!/^R\d/.test(b.kode))

export const signatureFrom = (body: unknown): CompanySignature => {
  const { status, signeringsGrunnlag, signeringsKombinasjon } = parseBody(signatur, body)
  const written = signeringsGrunnlag?.signaturProkuraRoller?.signaturProkuraFritekst
  const standard = status.regelStatus?.kode === 'RF'
  return {
    rutinestatus: { status: status.rutineStatus.kode, tekst: status.rutineStatus.tekstforklaring },
    kombinasjoner: parseItems(kombinasjon, signeringsKombinasjon?.kombinasjon ?? [])
      .map(({ kode, tekstforklaring }) => ({ kode, kombinasjonsnavn: withoutBirthDates(tekstforklaring) }))
      .toSorted(ownRulesFirst),
    fritekst: written && !standard ? withoutBirthDates(written) : null,
  }
}

/** The answer for a company if the register has no entry for its signing rights. */
export const noSignature: CompanySignature = {
  rutinestatus: { status: 'IKKE_REGISTRERT', tekst: 'Signaturrett er ikke registrert.' },
  kombinasjoner: [],
  fritekst: null,
}
