import { customerLabels as labels, customerLimits as limits } from '@kontor/contract/customers/customers.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import { MailLink, PhoneLink } from '../../../ui/address-links.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { RecordPart } from '../../../ui/record-sheet.tsx'
import { websiteAddress } from '../../customers/components/website-address.ts'
import type { Customer } from '../../customers/customers.api.ts'
import type { CustomerSaving, TextField } from './use-customer-saving.ts'

const maxLengths: Readonly<Partial<Record<TextField, number>>> = limits

const linkTo = (customer: Customer, field: TextField): ReactNode => {
  if (field === 'phone' && customer.phone !== null) return <PhoneLink phone={customer.phone} />
  if (field === 'email') return <MailLink email={customer.email} />
  const address = field === 'website' && customer.website !== null && websiteAddress(customer.website)
  if (!address) return null
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-block py-1 underline decoration-rule underline-offset-3 [overflow-wrap:anywhere] hover:decoration-ink"
    >
      {customer.website}
      <span className="sr-only"> (åpnes i ny fane)</span>
    </a>
  )
}

type Group = 'Kontakt' | 'Bedriften' | 'Adresse'

const fields: Readonly<Record<TextField, { group: Group; input?: Partial<Parameters<typeof RecordField>[0]> }>> = {
  email: { group: 'Kontakt', input: { inputType: 'email', required: true } },
  phone: { group: 'Kontakt', input: { inputType: 'tel' } },
  website: { group: 'Kontakt' },
  name: { group: 'Bedriften', input: { required: true } },
  organizationNumber: { group: 'Bedriften' },
  industry: { group: 'Bedriften' },
  customer_Type: { group: 'Bedriften' },
  description: { group: 'Bedriften', input: { kind: 'textarea' } },
  address: { group: 'Adresse' },
  postCode: { group: 'Adresse' },
  city: { group: 'Adresse' },
  location: { group: 'Adresse' },
}

const groups = Object.entries(Object.groupBy(keysOf(fields), (field) => fields[field].group))

/** All fields of a customer but its status, each edited in place. */
export function CustomerFields({ customer, saving }: { customer: Customer; saving: CustomerSaving }) {
  return groups.map(([title, names]) => (
    <RecordPart key={title} title={title}>
      <div className="flex flex-col gap-2">
        {names.map((field) => {
          const maxLength = maxLengths[field]
          return (
            <RecordField
              key={field}
              {...fields[field].input}
              {...(maxLength !== undefined && { maxLength })}
              {...(field === 'organizationNumber' && {
                shown: formatOrganizationNumber(customer.organizationNumber ?? ''),
              })}
              label={labels[field]}
              value={customer[field]}
              link={linkTo(customer, field)}
              onSave={saving.text(field)}
            />
          )
        })}
      </div>
    </RecordPart>
  ))
}
