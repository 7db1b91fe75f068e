import { zodResolver } from '@hookform/resolvers/zod'
import { leadCustomersFormSchema } from '@kontor/contract/leads/leads.schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { CheckIcon } from '../../../ui/base/icons.tsx'
import { ProgressBar } from '../../../ui/base/progress-bar.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { isTransient, retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { useToastUntilUnmount } from '../../../ui/toast/use-failure-toast.ts'
import type { Lead } from '../leads.api.ts'
import { leadCustomersQuery, useMakeCustomers } from '../leads.customers.api.ts'
import { countOfLeads } from './lead-cells.tsx'
import { previewTexts } from './lead-customer-preview.ts'
import { customersSentence, customersToast, type MadeCustomers } from './lead-customers-report.ts'

type Customers = z.output<typeof leadCustomersFormSchema>
type Form = UseFormReturn<z.input<typeof leadCustomersFormSchema>, unknown, Customers>

/** The results by lead id; `created` is false if the lead was linked to an existing customer. */
type CustomersByLead = ReadonlyMap<number, { readonly created: boolean }>

interface Report {
  readonly sentence: string
  readonly failed: boolean
}

interface LeadCustomersDialogProps {
  /** At least two leads, each without a customer. */
  readonly leads: readonly Lead[]
  /** `problem` is the error message if some failed, otherwise null. */
  readonly onClose: (problem: string | null) => void
}

/**
 * Shows which customer each of several leads becomes. Once the user confirms, creates or links each customer by its own call. Leads that
 * fail stay in the form with the reason and can be retried. If the user closes the form, calls in flight finish and the rest is skipped.
 */
export function LeadCustomersDialog({ leads, onClose }: LeadCustomersDialogProps) {
  const makeCustomers = useMakeCustomers()
  // Sorts leads without an e-mail address first, since the user must enter one.
  const [sortedLeads] = useState(() => leads.toSorted((a, b) => Number(Boolean(a.email)) - Number(Boolean(b.email))))
  const [ids] = useState(() => sortedLeads.map(({ id }) => id))
  const preview = useQuery(leadCustomersQuery(ids))
  const texts = previewTexts(sortedLeads, preview.data ?? new Map())
  const [customers, setCustomers] = useState<CustomersByLead>(new Map())
  const [underway, setUnderway] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const [stopping, setStopping] = useState(false)
  const [report, setReport] = useState<Report | null>(null)
  const showToast = useToastUntilUnmount()
  const run = useRef<AbortController | null>(null)
  const form: Form = useForm({
    resolver: zodResolver(leadCustomersFormSchema),
    defaultValues: { leads: sortedLeads.map(({ email }) => ({ email: email ?? '' })) },
  })
  useEffect(() => () => run.current?.abort(), [])

  const markFailed = ({ failed }: MadeCustomers) => {
    let focused = false
    for (const [index, { id }] of sortedLeads.entries()) {
      if (!failed.has(id)) continue
      form.setError(`leads.${index}.email`, { message: errorText(failed.get(id)) }, { shouldFocus: !focused })
      focused = true
    }
  }

  const submit = async ({ leads: typed }: Customers, retry: () => void) => {
    if (preview.isPending) return
    const open = sortedLeads.filter(({ id }) => !customers.has(id))
    const wishes = new Map(
      open.map((lead) => {
        const seen = preview.data?.get(lead.id)?.customer
        // Sends only a customer that the user saw. Without one, the server decides, since another of these leads may have created the customer.
        const customer = seen ? { customer_id: seen.id } : {}
        return [lead.id, { email: typed[sortedLeads.indexOf(lead)]?.email ?? '', ...customer }]
      }),
    )
    const controller = new AbortController()
    run.current = controller
    setReport(null)
    setStopping(false)
    setUnderway({ done: 0, total: open.length })
    const outcome = await makeCustomers(wishes, {
      signal: controller.signal,
      onDone: (id, { created }) => {
        const index = sortedLeads.findIndex((lead) => lead.id === id)
        form.resetField(`leads.${index}.email`, { defaultValue: wishes.get(id)?.email ?? '' })
        setCustomers((before) => new Map(before).set(id, { created }))
        setUnderway((now) => now && { ...now, done: now.done + 1 })
      },
    })
    const action = retryAction([...outcome.failed.values()].find(isTransient), retry)
    showToast(() => toast({ ...customersToast(open, outcome), action }))
    if (outcome.done.size === open.length) return onClose(null)
    setUnderway(null)
    setReport({ sentence: customersSentence(open, outcome), failed: outcome.failed.size > 0 })
    markFailed(outcome)
    void preview.refetch()
  }

  const isLinked = (id: number): boolean => Boolean(preview.data?.get(id)?.customer)
  const missing = sortedLeads.filter(({ id, email }) => !email && !customers.has(id) && !isLinked(id)).length
  const progress = underway && `${formatNumber(underway.done)} av ${countOfLeads(underway.total)}`
  return (
    <FormDialog
      title={`Gjøre ${countOfLeads(leads.length)} til kunder?`}
      description="Under hvert lead står kunden som det blir koblet til, eller at det opprettes en ny. Notater og kontaktperson følger med."
      width="wide"
      dirty={form.formState.isDirty}
      incomplete={preview.isPending}
      submitLabel="Gjør til kunder"
      workingLabel={stopping ? 'Stopper …' : `Lagrer ${progress ?? ''} …`}
      {...(customers.size > 0 && { cancelLabel: 'Lukk' })}
      onSubmit={(retry) => form.handleSubmit((typed) => submit(typed, retry))()}
      onStop={() => {
        run.current?.abort()
        setStopping(true)
      }}
      onClose={() => onClose(report?.failed ? report.sentence : null)}
    >
      <div className="flex flex-col gap-4">
        {underway && progress && (
          <ProgressBar label="Gjør til kunder" done={underway.done} total={underway.total}>
            {progress}
          </ProgressBar>
        )}
        {report && <Notice tone={report.failed ? 'danger' : 'warning'}>{report.sentence}</Notice>}
        {preview.error && (
          <Notice tone="warning">{`Kunne ikke se etter om kundene finnes fra før. ${errorText(preview.error)}`}</Notice>
        )}
        {missing > 0 && !underway && !preview.isPending && (
          <p className="text-sm">
            En ny kunde må ha en e-postadresse. {missing === 1 ? 'Ett lead' : countOfLeads(missing)} mangler den.
          </p>
        )}
        <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {sortedLeads.map((lead, index) => (
            <li key={lead.id} className="min-w-0">
              <CustomerRow
                lead={lead}
                index={index}
                form={form}
                becomes={preview.isPending ? 'Ser etter kunden …' : texts.get(lead.id)}
                customer={customers.get(lead.id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </FormDialog>
  )
}

interface CustomerRowProps {
  readonly lead: Lead
  readonly index: number
  readonly form: Form
  /** A sentence about the customer that the lead becomes; undefined while it is fetched. */
  readonly becomes: string | undefined
  readonly customer: { readonly created: boolean } | undefined
}

function CustomerRow({ lead, index, form, becomes, customer }: CustomerRowProps) {
  if (customer) {
    return (
      <div className="flex flex-col gap-1.5 text-[0.8125rem]">
        <span className="font-medium [overflow-wrap:anywhere]">{lead.company_name}</span>
        <span className="flex h-9 items-center gap-1.5 text-success text-sm">
          <CheckIcon className="size-4 shrink-0" /> {customer.created ? 'Kunde opprettet' : 'Koblet til kunde'}
        </span>
      </div>
    )
  }
  const label = (
    <>
      <span className="sr-only">E-post for </span>
      <span className="[overflow-wrap:anywhere]">{lead.company_name}</span>
    </>
  )
  return (
    <TextField
      form={form}
      name={`leads.${index}.email`}
      label={label}
      type="email"
      placeholder="E-postadresse"
      hint={becomes}
    />
  )
}
