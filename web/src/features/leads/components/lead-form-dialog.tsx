import { zodResolver } from '@hookform/resolvers/zod'
import { leadFields } from '@kontor/contract/leads/leads.fields'
import { type LeadOwner, leadFormSchema } from '@kontor/contract/leads/leads.schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { formatDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import { PeopleIcon, RefreshIcon } from '../../../ui/base/icons.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { fieldText } from '../../../ui/record/entity-cells.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { FillFromRegister } from '../../company-register/components/fill-from-register.tsx'
import { registerSentences } from '../../company-register/components/register-mark.tsx'
import {
  conflictingLead,
  type Lead,
  leadHistoryQuery,
  leadOwnersQuery,
  useCheckRegister,
  useCreateLead,
  useUpdateLead,
} from '../leads.api.ts'
import { activeText, registerMarkOf, StatusMark } from './lead-cells.tsx'
import { LeadFields } from './lead-fields.tsx'
import {
  applyRegisterCheck,
  type EditableField,
  editableLabels,
  emptyValues,
  fromRegister,
  type LeadFormValues,
  type RegisterField,
  valuesOf,
} from './lead-form-values.ts'
import { ownerName } from './lead-owners.ts'

interface LeadRegisterProps {
  readonly lead: Lead
  /** False while the form has unsaved changes, which opening another dialog would lose. */
  readonly canLeave: boolean
  readonly onChecked: (checked: Lead) => void
  readonly onBecomeCustomer: () => void
}

/** Shows the company register's remarks on a lead, with buttons to check the register again and to make the lead a customer. */
function LeadRegister({ lead, canLeave, onChecked, onBecomeCustomer }: LeadRegisterProps) {
  const check = useCheckRegister()
  const [current, setCurrent] = useState(lead)
  const [problem, setProblem] = useState<string | null>(null)
  const sentence = registerSentences(registerMarkOf(current))

  const ask = async () => {
    if (check.isPending) return
    setProblem(null)
    try {
      const checked = await check.mutateAsync(lead.id)
      setCurrent(checked)
      onChecked(checked)
    } catch (error) {
      setProblem(`Enhetsregisteret kunne ikke spørres. ${errorText(error)}`)
    }
  }

  return (
    <div className="flex flex-col gap-3">
      {problem && <Notice onClose={() => setProblem(null)}>{problem}</Notice>}
      <div role="status" className="empty:hidden">
        {sentence && (
          <Notice tone="warning" isLasting>
            {sentence}
          </Notice>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.8125rem]">
        {lead.org_no && (
          <Button
            size="small"
            working={check.isPending}
            workingLabel={
              <>
                <RefreshIcon /> Spør …
              </>
            }
            onClick={() => void ask()}
          >
            <RefreshIcon /> Sjekk mot Enhetsregisteret
          </Button>
        )}
        {current.customer_id === null ? (
          <Button size="small" aria-disabled={!canLeave} onClick={() => canLeave && onBecomeCustomer()}>
            <PeopleIcon /> Gjør til kunde
          </Button>
        ) : (
          <span>Er kunde</span>
        )}
        <span role="status" className="text-soft">
          {current.register
            ? `Sjekket ${formatDateTime(current.register.checkedAt)}`
            : check.isSuccess && 'Registeret har ingenting å melde.'}
        </span>
      </div>
    </div>
  )
}

function LeadHistory({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(leadHistoryQuery(id))
  const now = useNow()
  return (
    <section aria-labelledby="lead-history" className="border-rule border-t pt-3 text-sm">
      <h3 id="lead-history" className="mb-2 font-semibold">
        Statushistorikk
      </h3>
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-danger">
          Kunne ikke hente historikken. {errorText(error)}
          <Button size="small" onClick={() => void refetch()}>
            Prøv igjen
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton className="h-4 w-64" />}
      {data?.length === 0 && <p className="text-soft">Statusen er ikke endret ennå.</p>}
      {data && data.length > 0 && (
        <ul className="flex flex-col">
          {data.map(({ id: change, from, to, changed_at, changed_by }) => (
            <li
              key={change}
              className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-rule border-t py-1.5 first:border-t-0"
            >
              <span className="flex items-center gap-1.5">
                {from} <span aria-hidden="true">→</span> <span className="sr-only">til</span> <StatusMark status={to} />{' '}
                {to}
              </span>
              <span className="text-[0.8125rem] text-soft">
                <time dateTime={changed_at} title={formatRelative(changed_at, now)}>
                  <Figures text={formatDateTime(changed_at)} />
                </time>
                {changed_by && ` · ${changed_by}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Returns the error's message, or `fallback` for a response without one. */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && !error.explained ? fallback : errorText(error)

const textOf = (owners: readonly LeadOwner[], field: EditableField, value: unknown, stored: Lead): string => {
  if (field === 'customer_active') return activeText(value === true ? true : value === false ? false : null)
  return field === 'owner_id' ? ownerName(value, owners, stored) : fieldText(leadFields[field], value)
}

export type LeadExtras = (lead: Lead) => ReactNode

interface LeadFormDialogProps {
  readonly lead?: Lead
  /** Renders other features' data about the lead, above its fields. */
  readonly extrasOf?: LeadExtras | undefined
  readonly onBecameCustomer: (lead: Lead) => void
  readonly onClose: () => void
}

export function LeadFormDialog({ lead, extrasOf, onBecameCustomer, onClose }: LeadFormDialogProps) {
  const create = useCreateLead()
  const update = useUpdateLead()
  const form = useForm({ resolver: zodResolver(leadFormSchema), defaultValues: valuesOf(lead) })
  const { control, formState, getValues, setValue } = form
  const name = useWatch({ control, name: 'company_name' })
  const { data: owners = [] } = useQuery(leadOwnersQuery)

  const saving = useSaving({
    form,
    labels: editableLabels,
    valuesOf,
    textOf: (field, value, stored) => textOf(owners, field, value, stored),
    conflictIn: conflictingLead,
    save: async (changes) => {
      const saved = await (lead ? update.mutateAsync({ id: lead.id, changes }) : create.mutateAsync(changes))
      const title = lead ? 'Lead oppdatert vellykket' : 'Lead opprettet vellykket'
      toast({ title, description: saved.company_name })
      onClose()
      if (saved.status === 'Kunde' && lead?.status !== 'Kunde' && saved.customer_id === null) onBecameCustomer(saved)
    },
    failed: (error) => failureText(error, lead ? 'Kunne ikke oppdatere lead' : 'Kunne ikke opprette lead'),
  })

  const fill = (values: Partial<Record<RegisterField, string | number | boolean | null>>) => {
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    for (const [name, value] of Object.entries(values)) {
      const field = name as RegisterField
      // The cast is safe, since the register's values have the fields' types.
      setValue(field, value === null ? emptyValues[field] : (value as LeadFormValues[RegisterField]), options)
    }
  }

  return (
    <SaveDialog
      saving={saving}
      title={lead ? 'Rediger lead' : 'Nytt lead'}
      width="full"
      incomplete={!name?.trim()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        {lead && (
          <LeadRegister
            lead={lead}
            onBecomeCustomer={() => {
              onClose()
              onBecameCustomer(lead)
            }}
            canLeave={!formState.isDirty}
            onChecked={(checked) => applyRegisterCheck(form, saving.conflict ?? lead, checked)}
          />
        )}
        {lead && extrasOf?.(lead)}
        <FillFromRegister {...fromRegister} current={() => getValues()} onFill={fill} storedNumber={lead?.org_no} />
        <LeadFields form={form} lead={lead} />
        {lead && <LeadHistory id={lead.id} />}
      </div>
    </SaveDialog>
  )
}
