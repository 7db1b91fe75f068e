/** A company in the fixture files, with the fields used by the search. */
export interface Company {
  readonly organisasjonsnummer: string
  readonly navn: string
  readonly organisasjonsform: { readonly kode: string }
  readonly naeringskode1?: { readonly kode: string }
  readonly antallAnsatte?: number
  readonly konkurs?: boolean
  readonly underAvvikling?: boolean
  readonly hjemmeside?: string
}

const badRequest = (message: string, parameters: readonly string[]) => ({
  status: 400,
  body: {
    tidsstempel: Date.now(),
    status: 400,
    feilmelding: 'Feilaktig forespørsel',
    valideringsfeil: [{ feilmelding: message, parametere: parameters }],
    sti: '/enhetsregisteret/api/enheter',
    antallFeil: 1,
  },
})

const matchesName = (company: Company, query: URLSearchParams): boolean => {
  const wanted = query.get('navn')?.toUpperCase()
  if (!wanted) return true
  const name = company.navn.toUpperCase()
  if (query.get('navnMetodeForSoek') === 'FORTLOEPENDE') return name.includes(wanted)
  return wanted.split(/\s+/).some((word) => name.split(/\s+/).includes(word))
}

const filters: Readonly<Record<string, (company: Company, value: string) => boolean>> = {
  organisasjonsnummer: (company, value) => value.split(',').includes(company.organisasjonsnummer),
  organisasjonsform: (company, value) => value.split(',').includes(company.organisasjonsform.kode),
  naeringskode: (company, value) => value.split(',').some((code) => company.naeringskode1?.kode.startsWith(code)),
  konkurs: (company, value) => String(company.konkurs ?? false) === value,
  underAvvikling: (company, value) => String(company.underAvvikling ?? false) === value,
  fraAntallAnsatte: (company, value) => (company.antallAnsatte ?? 0) >= Number(value),
  tilAntallAnsatte: (company, value) => (company.antallAnsatte ?? 0) <= Number(value),
  hjemmeside: (company, value) => company.hjemmeside?.includes(value) ?? false,
}

/** The accepted query parameters. Like the real register, `search` answers 400 for other parameters. */
const knownParameters = new Set(['navn', 'navnMetodeForSoek', 'size', 'page', 'sort', ...Object.keys(filters)])

const matches = (company: Company, query: URLSearchParams): boolean =>
  matchesName(company, query) &&
  Object.entries(filters).every(([name, accepts]) => {
    const value = query.get(name)
    return value === null || accepts(company, value)
  })

const sorted = (companies: readonly Company[], sort: string | null): Company[] => {
  const [field, direction] = sort?.split(',') ?? []
  const key = (company: Company) => (field === 'antallAnsatte' ? (company.antallAnsatte ?? 0) : company.navn)
  const ascending = companies.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
  return direction === 'DESC' ? ascending.reverse() : ascending
}

const isCount = (text: string): boolean => /^\d{1,5}$/.test(text)

/** Searches like the register: returns HAL with pages of `size` companies (20 by default), and no `_embedded` if nothing matches. */
export const search = (companies: readonly Company[], url: URL): { status: number; body: unknown } => {
  const query = url.searchParams
  const unknown = [...query.keys()].filter((name) => !knownParameters.has(name))
  if (unknown.length > 0) return badRequest(`Ukjent parameter: ${unknown.join(', ')}`, unknown)
  const [sizeText, pageText] = [query.get('size') ?? '20', query.get('page') ?? '0']
  if (!isCount(sizeText) || !isCount(pageText)) return badRequest('Ugyldig verdi', ['size', 'page'])
  const [size, page] = [Number(sizeText), Number(pageText)]
  if (size * (page + 1) > 10_000) return badRequest('size * (page+1) kan ikke overstige 10_000', ['size', 'page'])
  const hits = sorted(
    companies.filter((company) => matches(company, query)),
    query.get('sort'),
  )
  const pageHits = hits.slice(page * size, (page + 1) * size)
  return {
    status: 200,
    body: {
      ...(pageHits.length > 0 && { _embedded: { enheter: pageHits } }),
      _links: { self: { href: url.href } },
      page: {
        size,
        totalElements: hits.length,
        totalPages: size > 0 ? Math.ceil(hits.length / size) : 0,
        number: page,
      },
    },
  }
}
