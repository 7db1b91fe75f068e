import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { Lead } from '../leads.api.ts'
import type { LeadCustomerPreview } from '../leads.customers.api.ts'

type PreviewedLead = Pick<Lead, 'id' | 'company_name' | 'org_no'>

/** Describes the customer that the lead becomes. For sales users, who don't see customers, uses the lead's own name and number. */
export const previewText = ({ company_name, org_no }: PreviewedLead, { customer }: LeadCustomerPreview): string => {
  if (!customer) return `Det opprettes en ny kunde: ${company_name}.`
  if (customer.by === 'linked') return `Leadet er koblet til ${customer.name ?? 'en kunde'} fra før.`
  const ours =
    customer.by === 'name' ? company_name : `med organisasjonsnummer ${formatOrganizationNumber(org_no ?? '')}`
  const same = customer.by === 'name' ? 'samme navn' : 'samme organisasjonsnummer'
  return customer.name
    ? `Leadet kobles til kunden ${customer.name}, som har ${same}.`
    : `Leadet kobles til kunden ${ours}, som finnes fra før.`
}

interface NewCustomer {
  readonly name: string
  org_no: string | null
}

/** Finds a customer with the lead's organisation number or, if the customer or the lead has none, with its name. The server has the same rule. */
const findNew = (customers: readonly NewCustomer[], { company_name, org_no }: PreviewedLead) =>
  customers.find((one) => org_no !== null && one.org_no === org_no) ??
  customers.find(
    (one) => one.name.toLowerCase() === company_name.toLowerCase() && (org_no === null || one.org_no === null),
  )

/** Returns a text for each lead. If several leads are about the same new company, the first creates the customer and the others link to it. */
export const previewTexts = (
  leads: readonly PreviewedLead[],
  previews: ReadonlyMap<number, LeadCustomerPreview>,
): ReadonlyMap<number, string> => {
  const texts = new Map<number, string>()
  const created: NewCustomer[] = []
  for (const lead of leads) {
    const preview = previews.get(lead.id)
    if (!preview) continue
    const known = preview.customer === null ? findNew(created, lead) : undefined
    if (known) {
      known.org_no ??= lead.org_no
      texts.set(lead.id, `Leadet kobles til den samme nye kunden som ${known.name}.`)
      continue
    }
    if (preview.customer === null) created.push({ name: lead.company_name, org_no: lead.org_no })
    texts.set(lead.id, previewText(lead, preview))
  }
  return texts
}
