import { customerLabels } from '@kontor/contract/customers/customers.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatLongDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ActiveBadge } from '../../../ui/column-cells.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { EditIcon, PeopleIcon, TrashIcon } from '../../../ui/icons.tsx'
import { registerSentences } from '../../company-register/components/register-mark.tsx'
import { type Customer, useCheckCustomer } from '../customers.api.ts'

interface CustomerDetailsDialogProps {
  readonly customer: Customer
  readonly onOpenDialog: (kind: 'contacts' | 'edit' | 'delete') => void
  readonly onClose: () => void
}

const linkClasses = 'underline underline-offset-2 hover:no-underline'

/** Accepts a website with or without its scheme; renders anything but a valid URL as text. */
const Website = ({ text }: { text: string }) => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address) || /\s/.test(text)) return text
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={linkClasses}>
      {text}
      <span className="sr-only"> (åpnes i ny fane)</span>
    </a>
  )
}

const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${encodeURIComponent(address)}`} className={linkClasses}>
    {address}
  </a>
)

const factsOf = (customer: Customer): { label: string; value: ReactNode }[] => {
  const { phone, website, organizationNumber, industry, customer_Type, address, postCode, city, location } = customer
  const place = [postCode, city].filter(Boolean).join(' ')
  return [
    { label: customerLabels.email, value: <MailLink address={customer.email} /> },
    { label: customerLabels.phone, value: phone },
    { label: customerLabels.website, value: website && <Website text={website} /> },
    {
      label: customerLabels.organizationNumber,
      value: organizationNumber && formatOrganizationNumber(organizationNumber),
    },
    { label: customerLabels.industry, value: industry },
    { label: customerLabels.customer_Type, value: customer_Type },
    { label: customerLabels.address, value: [address, place].filter(Boolean).join(', ') },
    { label: customerLabels.location, value: location },
    { label: 'Opprettet', value: formatLongDateTime(customer.createdAt) },
    { label: 'Endret', value: formatLongDateTime(customer.updatedAt) },
  ].filter(({ value }) => Boolean(value))
}

const registerText = ({ register }: Customer): string => {
  if (!register) return 'Ikke sjekket i Enhetsregisteret ennå.'
  return registerSentences(register) || 'Ingen merknader i Enhetsregisteret.'
}

/** The company register's remarks on a customer, with a button that checks again. */
function CustomerRegister({ customer }: { customer: Customer }) {
  const check = useCheckCustomer()
  const latest = check.data ?? customer
  if (!customer.organizationNumber) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b pb-4 text-sm">
      <p role="status" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {check.isError ? errorText(check.error) : registerText(latest)}
        {latest.register && (
          <span className="block text-soft">Sjekket {formatLongDateTime(latest.register.checkedAt)}</span>
        )}
      </p>
      <Button onClick={() => !check.isPending && check.mutate(customer.id)} aria-disabled={check.isPending}>
        {check.isPending ? 'Sjekker …' : 'Sjekk nå'}
      </Button>
    </div>
  )
}

export function CustomerDetailsDialog({ customer, onOpenDialog, onClose }: CustomerDetailsDialogProps) {
  const footer = (
    <>
      <Button variant="quiet" onClick={() => onOpenDialog('delete')} className="mr-auto max-sm:px-2">
        <TrashIcon /> Slett
      </Button>
      <Button onClick={() => onOpenDialog('contacts')} className="max-sm:px-2.5">
        <PeopleIcon /> Kontakter
      </Button>
      <Button variant="primary" onClick={() => onOpenDialog('edit')} className="max-sm:px-2.5">
        <EditIcon /> Rediger
      </Button>
    </>
  )
  return (
    <Dialog title={customer.name} onClose={onClose} footer={footer}>
      <div className="mb-4">
        <ActiveBadge isActive={customer.isActive} />
      </div>
      <CustomerRegister customer={customer} />
      <Facts facts={factsOf(customer)} />
      {customer.description && (
        <p className="mt-5 whitespace-pre-wrap border-rule border-t pt-5 text-sm leading-relaxed [overflow-wrap:anywhere]">
          {customer.description}
        </p>
      )}
    </Dialog>
  )
}
