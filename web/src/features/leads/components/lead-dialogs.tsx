import { zodResolver } from '@hookform/resolvers/zod'
import { leadLabels } from '@kontor/contract/leads/leads.rules'
import { leadCustomerSchema } from '@kontor/contract/leads/leads.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { deleteMany } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { ImportDialog } from '../../../ui/import-dialog.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type Lead, removeLead, useForgetDeletedLeads, useImportLeads, useMakeCustomer } from '../leads.api.ts'
import { countOfLeads } from './lead-cells.tsx'
import { LeadCustomersDialog } from './lead-customers-dialog.tsx'
import { failureText, type LeadExtras, LeadFormDialog } from './lead-form-dialog.tsx'

/** Once confirmed, makes a lead a customer or links it to the customer with its organisation number. */
function LeadCustomerDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const makeCustomer = useMakeCustomer()
  const form = useForm({ resolver: zodResolver(leadCustomerSchema), defaultValues: { email: lead.email ?? '' } })
  const saving = useSaving({
    form,
    labels: { email: 'E-post' },
    save: async ({ email }) => {
      const { lead: linked, created } = await makeCustomer.mutateAsync({ id: lead.id, email: email ?? '' })
      toast({ title: created ? 'Kunde opprettet' : 'Koblet til kunde', description: linked.company_name })
      onClose()
    },
  })
  return (
    <SaveDialog
      saving={saving}
      title={`Gjøre ${lead.company_name} til kunde?`}
      description="Finnes det en kunde med samme organisasjonsnummer, kobles leadet til den. Ellers opprettes en ny."
      submitLabel="Gjør til kunde"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        label="E-post"
        type="email"
        required
        hint="En kunde må ha en e-postadresse."
      />
    </SaveDialog>
  )
}

const columns = Object.values(leadLabels).join(', ')

const showImported = ({ rows_ok, rows_failed }: ImportReport): void => {
  const description = `Importerte ${formatNumber(rows_ok)} leads vellykket. ${formatNumber(rows_failed)} feilet.`
  toast({ title: 'Import fullført', description })
}

const showFailed = (error: unknown): void =>
  toast({ title: 'Import feilet', description: failureText(error, 'Import feilet'), variant: 'destructive' })

function LeadImport({ onClose }: { onClose: () => void }) {
  const importLeads = useImportLeads()
  return (
    <ImportDialog
      title="Importer leads"
      help={
        <>
          <p>
            Den første raden med overskrifter avgjør hva som leses, i hvilken som helst rekkefølge: {columns}. Bare
            firmanavn må være med.
          </p>
          <p className="mt-2">
            En rad med samme organisasjonsnummer som et lead oppdaterer leadet. Tomme celler sletter aldri noe. Du ser
            hva som vil skje før noe lagres.
          </p>
        </>
      }
      run={importLeads}
      onImported={showImported}
      onFailed={showFailed}
      failedFileName="leads-som-feilet.csv"
      onClose={onClose}
    />
  )
}

interface LeadDeletionProps {
  readonly ids: readonly number[]
  readonly name: string | undefined
  /** Gets the leads that were not deleted and the error message; null if all were deleted. */
  readonly onDone: (remaining: readonly number[], problem: string | null) => void
  readonly onCancel: () => void
}

function LeadDeletion({ ids, name, onDone, onCancel }: LeadDeletionProps) {
  const forgetDeleted = useForgetDeletedLeads()

  const confirm = async () => {
    const { deleted, failed, error } = await deleteMany(ids, removeLead)
    if (deleted.size > 0) forgetDeleted(deleted)
    if (failed.length === 0) {
      toast({ title: 'Lead slettet vellykket', description: name ?? countOfLeads(deleted.size) })
      return onDone([], null)
    }
    toastFailure(failureText(error, 'Kunne ikke slette lead'))
    const notDeleted = name ?? `${countOfLeads(failed.length)} av ${formatNumber(ids.length)}`
    onDone(failed, `${notDeleted} ble ikke slettet. ${errorText(error)}`)
  }

  return (
    <ConfirmDialog
      title={`Er du sikker på at du vil slette ${formatNumber(ids.length)} lead(s)?`}
      confirmLabel="Slett"
      workingLabel="Sletter …"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {name && <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{name}. </strong>}
      Statushistorikken slettes også. Det kan ikke angres.
    </ConfirmDialog>
  )
}

export type OpenDialog =
  | { readonly kind: 'create' | 'import' }
  | { readonly kind: 'edit'; readonly lead: Lead }
  /** Leads to make customers; at least one. */
  | { readonly kind: 'customers'; readonly leads: readonly Lead[] }
  | { readonly kind: 'delete'; readonly ids: readonly number[]; readonly name: string | undefined }

interface LeadDialogsProps {
  readonly dialog: OpenDialog | null
  readonly extrasOf: LeadExtras | undefined
  readonly onClose: () => void
  readonly onBecameCustomer: (lead: Lead) => void
  readonly onProblem: (problem: string) => void
  /** Gets the leads that were not deleted and the error message; null if all were deleted. */
  readonly onDeleted: (remaining: readonly number[], problem: string | null) => void
}

export function LeadDialogs({ dialog, extrasOf, onClose, onBecameCustomer, onProblem, onDeleted }: LeadDialogsProps) {
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'create':
      return <LeadFormDialog onBecameCustomer={onBecameCustomer} onClose={onClose} />
    case 'edit':
      return (
        <LeadFormDialog lead={dialog.lead} extrasOf={extrasOf} onBecameCustomer={onBecameCustomer} onClose={onClose} />
      )
    case 'customers': {
      const [lead, another] = dialog.leads
      if (!lead) return null
      // Gives each of several offers in a row its own form.
      const key = lead.id
      if (!another) return <LeadCustomerDialog key={key} lead={lead} onClose={onClose} />
      const done = (problem: string | null) => {
        onClose()
        if (problem !== null) onProblem(problem)
      }
      return <LeadCustomersDialog key={key} leads={dialog.leads} onClose={done} />
    }
    case 'import':
      return <LeadImport onClose={onClose} />
    case 'delete': {
      const done = (remaining: readonly number[], problem: string | null) => {
        onClose()
        onDeleted(remaining, problem)
      }
      return <LeadDeletion ids={dialog.ids} name={dialog.name} onDone={done} onCancel={onClose} />
    }
  }
}
