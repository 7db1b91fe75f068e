/** Maps data from the national company register to Kontor's fields. */

import type { Field } from '../shared/field-kinds.ts'
import { formatOrganizationNumber } from '../shared/orgnr.ts'
import type { Accounts, Company, CompanyRoles } from './company-register.schema.ts'

export const newestAccounts = (accounts: readonly Accounts[]): Accounts | undefined =>
  accounts.toSorted((a, b) => b.regnskapsaar - a.regnskapsaar)[0]

/** Returns the number of employees from the newest accounts, else from the company's entry. Null means unknown, never zero. */
export const employeesOf = (company: Company, accounts: readonly Accounts[]): number | null =>
  newestAccounts(accounts)?.antallAnsatte ?? company.antallAnsatte

/** Roles of the main contact, by precedence: managing director, owner, chair. */
const contactRoles = ['DAGL', 'INNH', 'LEDE']

const contactOf = ({ rollegrupper }: CompanyRoles) => {
  const holders = rollegrupper.flatMap(({ roller }) => roller).filter(({ person, fratraadt }) => person && !fratraadt)
  return contactRoles.flatMap((kind) => holders.filter(({ type }) => type.kode === kind))[0]
}

/** Returns the legal form, or "Underenhet av" with the company's number for a sub-unit (*underenhet*). Null if unknown. */
export const formText = ({ organisasjonsform, overordnetEnhet }: Company): string | null =>
  overordnetEnhet
    ? `Underenhet av ${formatOrganizationNumber(overordnetEnhet)}`
    : (organisasjonsform?.beskrivelse ?? null)

const oneLine = (address: Company['postadresse']): string | null => {
  if (!address) return null
  const place = [address.postnummer, address.poststed].filter(Boolean).join(' ')
  return [...address.adresse, place, address.land].filter(Boolean).join(', ') || null
}

/** Returns the register's values for forms; null where unknown. Days are `YYYY-MM-DD`, revenue is in kroner. */
export const registerValues = (company: Company, accounts: readonly Accounts[] = [], roles?: CompanyRoles | null) => {
  const { forretningsadresse: address } = company
  const newest = newestAccounts(accounts)
  const contact = roles ? contactOf(roles) : undefined
  return {
    name: company.navn,
    email: company.epost,
    phone: company.telefon,
    website: company.hjemmeside,
    organizationNumber: company.organisasjonsnummer,
    organizationForm: company.organisasjonsform?.beskrivelse ?? null,
    industry: company.naeringskode1?.beskrivelse ?? null,
    address: address?.adresse[0] ?? null,
    postCode: address?.postnummer ?? null,
    city: address?.poststed ?? null,
    municipality: address?.kommune ?? null,
    postalAddress: oneLine(company.postadresse),
    establishedDate: company.stiftelsesdato,
    registrationDate: company.registreringsdatoEnhetsregisteret,
    vatRegistered: company.registrertIMvaregisteret,
    businessRegistered: company.registrertIForetaksregisteret,
    bankruptcy: company.konkurs,
    underLiquidation: company.underAvvikling,
    sectorCode: company.institusjonellSektorkode?.kode ?? null,
    naceCode1: company.naeringskode1?.kode ?? null,
    naceCode2: company.naeringskode2?.kode ?? null,
    naceCode3: company.naeringskode3?.kode ?? null,
    employees: employeesOf(company, accounts),
    revenueNok: newest?.valuta === 'NOK' ? newest.omsetning : null,
    contactName: contact?.navn ?? null,
    contactTitle: contact?.type.beskrivelse ?? null,
  }
}

export type RegisterValues = ReturnType<typeof registerValues>

type FilledFields = Readonly<Record<string, Field & { readonly register?: keyof RegisterValues }>>

type Filled<F> = { [Key in keyof F & string]: F[Key] extends { readonly register: string } ? Key : never }[keyof F &
  string]

/** Returns the labels of the fields that the register fills, and `propose`, which returns their form values for a company. */
export const filledByRegister = <const F extends FilledFields>(fields: F) => {
  // The cast is needed since Object.entries loses the names' types.
  const filled = Object.entries(fields).flatMap(([name, { label, kind, register }]) =>
    register ? [{ name: name as Filled<F>, label, kind, register }] : [],
  )
  return {
    labels: Object.fromEntries(filled.map(({ name, label }) => [name, label])) as Record<Filled<F>, string>,
    propose: (values: RegisterValues) =>
      Object.fromEntries(
        filled.map(({ name, kind, register }) => {
          const value = values[register]
          return [name, kind === 'organizationNumber' ? formatOrganizationNumber(String(value ?? '')) : value]
        }),
      ) as Record<Filled<F>, RegisterValues[keyof RegisterValues]>,
  }
}
