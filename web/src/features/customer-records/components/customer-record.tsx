import { customerFields } from '@kontor/contract/customers/customers.fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Badge } from '../../../ui/base/badge.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { PeopleIcon } from '../../../ui/base/icons.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { EntityFields } from '../../../ui/record/entity-cells.tsx'
import { RecordChoice } from '../../../ui/record/record-field.tsx'
import { RecordPart, RecordQuery, RecordSheet } from '../../../ui/record/record-sheet.tsx'
import { AgreementFormDialog } from '../../agreements/office/agreement-form-dialog.tsx'
import { registerSentences } from '../../company-register/components/register-mark.tsx'
import type { CustomerRecordProps } from '../../customers/components/record-props.ts'
import type { Customer } from '../../customers/customers.api.ts'
import { customerRecordQuery, type CustomerRecord as Data } from '../customer-records.api.ts'
import { CustomerAgreements } from './customer-agreements.tsx'
import { CustomerPersons } from './customer-persons.tsx'
import { CustomerRegister } from './customer-register.tsx'
import { CustomerTimeline } from './customer-timeline.tsx'
import { type CustomerSaving, useCustomerSaving } from './use-customer-saving.ts'

const { isActive, ...fields } = customerFields

/** Shows all fields of a customer except its status. Each can be edited in place. */
function CustomerFields({ customer, saving }: { customer: Customer; saving: CustomerSaving }) {
  return (
    <EntityFields fields={fields} groups={['Kontakt', 'Bedriften', 'Adresse']} record={customer} saving={saving.text} />
  )
}

const kind = 'Kunde'

const texts = {
  missing: 'Kunden finnes ikke',
  reason: 'Adressen er feil, eller kunden er slettet.',
  failed: 'Kunne ikke hente kunden',
}

const activeOptions = [
  { value: 'true', label: 'Aktiv' },
  { value: 'false', label: 'Inaktiv' },
]

/** Finds a customer's row in the list. */
const findRow = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-customer="${CSS.escape(id)}"] button`)

function Leads({ leads }: Pick<Data, 'leads'>) {
  if (leads.length === 0) return null
  return (
    <RecordPart title="Kom fra">
      <ul className="flex flex-col gap-2 text-sm">
        {leads.map(({ id, company_name, status, next_step, notes }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <span className="flex flex-wrap items-center gap-x-2">
              <Link
                to={`/leads/${id}`}
                className="inline-block py-1 underline decoration-rule underline-offset-3 hover:decoration-ink"
              >
                Lead: {company_name}
              </Link>
              <Badge>{status}</Badge>
            </span>
            {next_step && <p className="text-soft">Neste steg: {next_step}</p>}
            {notes && <p className="whitespace-pre-wrap text-soft">{notes}</p>}
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

/** Shows a customer's record over the list. */
export function CustomerRecord(props: CustomerRecordProps) {
  const { id, listed, onClose } = props
  const isNumber = /^\d{1,10}$/.test(id)
  const query = useQuery({ ...customerRecordQuery(Number(id)), enabled: isNumber })
  return (
    <RecordQuery
      id={id}
      isUnknown={!isNumber}
      query={query}
      kind={kind}
      findRow={() => findRow(id)}
      onClose={onClose}
      texts={texts}
    >
      {(data) => {
        // Prefers the list's version unless it is older: the list already contains changes made in the list's dialogs.
        const customer = listed && listed.version >= data.customer.version ? listed : data.customer
        return <LoadedRecord {...props} record={{ ...data, customer }} onChanged={() => void query.refetch()} />
      }}
    </RecordQuery>
  )
}

interface LoadedRecordProps extends CustomerRecordProps {
  readonly record: Data
  readonly onChanged: () => void
}

function LoadedRecord(props: LoadedRecordProps) {
  const { record, moves, onEdit, onContacts, onDelete, onClose, onChanged } = props
  const { customer, persons, agreements, sums, leads } = record
  const saving = useCustomerSaving(customer)
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const warning = registerSentences(customer.register)
  return (
    <>
      <RecordSheet
        recordId={customer.id}
        kind={kind}
        title={customer.name}
        moves={moves}
        actions={
          <Button size="small" onClick={() => onContacts(customer)}>
            <PeopleIcon /> Kontaktpersoner
          </Button>
        }
        onEdit={() => onEdit(customer)}
        onDelete={() => onDelete(customer)}
        findRow={() => findRow(String(customer.id))}
        onClose={onClose}
        aside={
          <>
            <div data-beside>
              <RecordChoice
                label="Status"
                value={String(customer.isActive)}
                options={activeOptions}
                onSave={saving.active}
              />
            </div>
            <CustomerPersons customerId={customer.id} persons={persons} />
            <CustomerFields customer={customer} saving={saving} />
            <CustomerRegister customer={customer} onChecked={onChanged} />
            <Leads leads={leads} />
          </>
        }
      >
        {warning && (
          <Notice tone="warning" isLasting>
            {warning}
          </Notice>
        )}
        <CustomerAgreements agreements={agreements} sums={sums} onCreate={() => setCreating(true)} />
        <CustomerTimeline record={record} />
      </RecordSheet>
      {creating && (
        <AgreementFormDialog
          customerId={customer.id}
          onSaved={({ id }) => void navigate(`/admin/avtaler/${id}`)}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}
