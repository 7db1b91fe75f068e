import { customerLabels as labels, customerLimits as limits } from '@kontor/contract/customers/customers.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import { MailLink, PhoneLink } from '../../../ui/address-links.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { RecordPart } from '../../../ui/record-sheet.tsx'
import { websiteAddress } from '../../customers/components/website-address.ts'
import type { Customer } from '../../customers/customers.api.ts'
import type { CustomerSaving, TextField } from './use-customer-saving.ts'

const inputs: Readonly<Partial<Record<TextField, Partial<Parameters<typeof RecordField>[0]>>>> = {
  name: { required: true },
  email: { inputType: 'email', required: true },
  phone: { inputType: 'tel' },
  description: { kind: 'textarea' },
}

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

const groups: readonly { readonly title: string; readonly fields: readonly TextField[] }[] = [
  { title: 'Kontakt', fields: ['email', 'phone', 'website'] },
  { title: 'Bedriften', fields: ['name', 'organizationNumber', 'industry', 'customer_Type', 'description'] },
  { title: 'Adresse', fields: ['address', 'postCode', 'city', 'location'] },
]

/** All fields of a customer but its status, each edited in place. */
export function CustomerFields({ customer, saving }: { customer: Customer; saving: CustomerSaving }) {
  return groups.map(({ title, fields }) => (
    <RecordPart key={title} title={title}>
      <div className="flex flex-col gap-2">
        {fields.map((field) => {
          const maxLength = maxLengths[field]
          return (
            <RecordField
              key={field}
              {...inputs[field]}
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
