import { leadLabels } from '@kontor/contract/leads/leads.fields'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { errorText } from '../../../platform/api-client.ts'
import { deleteRows, passIfGone } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { countUnchanged, countWritten } from '../../../platform/import-file.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { useUndo } from '../../../ui/dialog/use-undo.ts'
import { ImportDialog } from '../../../ui/import-export/import-dialog.tsx'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import {
  type Lead,
  type LeadListKey,
  removeLead,
  useForgetDeletedLeads,
  useImportLeads,
  useRefetchLeads,
} from '../leads.api.ts'
import { LostReasonDialog, NextStepDialog } from './lead-bulk-dialogs.tsx'
import { countOfLeads } from './lead-cells.tsx'
import { LeadCustomerDialog } from './lead-customer-dialog.tsx'
import { LeadCustomersDialog } from './lead-customers-dialog.tsx'
import { LeadExport } from './lead-export.tsx'
import { failureText, type LeadExtras, LeadFormDialog } from './lead-form-dialog.tsx'

/** The labels of the fields that an import reads: all except those that only the server sets. */
const columns = Object.entries(leadLabels)
  .flatMap(([field, label]) => (field === 'id' || field === 'created_at' ? [] : [label]))
  .join(', ')

const showImported = (report: ImportReport): void => {
  const unchanged = countUnchanged(report)
  const rest = unchanged > 0 ? ` ${formatNumber(unchanged)} var uendret.` : ''
  const imported = `Importerte ${formatNumber(countWritten(report))} leads vellykket.`
  toast({
    title: 'Import fullført',
    description: `${imported}${rest} ${formatNumber(report.rows_failed)} feilet.`,
  })
}

const showFailed = (error: unknown, retry: () => void): void =>
  toast({
    title: 'Import feilet',
    description: failureText(error, 'Import feilet'),
    variant: 'destructive',
    action: retryAction(error, retry),
  })

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
      failedFileName="leads-som-feilet.xlsx"
      onClose={onClose}
    />
  )
}

interface LeadDeletionProps {
  readonly leads: readonly Lead[]
  /** Called with the ids of the leads that were not deleted, and with the error message; null if all were deleted. */
  readonly onDone: (remaining: readonly number[], problem: string | null) => void
  readonly onCancel: () => void
}

function LeadDeletion({ leads, onDone, onCancel }: LeadDeletionProps) {
  const forgetDeleted = useForgetDeletedLeads()
  const refetch = useRefetchLeads()
  const undoOf = useUndo()
  const title = `Er du sikker på at du vil slette ${formatNumber(leads.length)} lead(s)?`
  const reasonOf = (error: unknown) => failureText(error, 'Kunne ikke slette lead')
  const done = (remaining: readonly number[], problem: string | null) => {
    if (remaining.length === leads.length) refetch()
    onDone(remaining, problem)
  }

  const [lead, another] = leads
  if (lead && !another) {
    const { id, version, company_name: name } = lead
    return (
      <DeleteDialog
        title={title}
        version={version}
        remove={async (seen) => {
          await removeLead({ id, version: seen }).catch(passIfGone)
          forgetDeleted(new Set([id]))
        }}
        undo={{ kind: 'leads', ids: [id] }}
        deleted={{ title: 'Lead slettet vellykket', description: name }}
        failed={(_, error) => reasonOf(error)}
        problem={`${name} ble ikke slettet.`}
        onDone={(problem) => done(problem === null ? [] : [id], problem)}
        onCancel={onCancel}
      >
        <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{name}. </strong>
        {consequence}
      </DeleteDialog>
    )
  }

  const confirm = async () => {
    const { deleted, failed, error } = await deleteRows(leads, removeLead)
    if (deleted.size > 0) forgetDeleted(deleted)
    const action = deleted.size > 0 ? undoOf({ kind: 'leads', ids: [...deleted] }) : undefined
    if (failed.length === 0) {
      toast({ title: 'Lead slettet vellykket', description: countOfLeads(deleted.size), action })
      return done([], null)
    }
    toastFailure(reasonOf(error), action ?? retryAction(error, confirm))
    const notDeleted = `${countOfLeads(failed.length)} av ${formatNumber(leads.length)}`
    done(failed, `${notDeleted} ble ikke slettet. ${errorText(error)}`)
  }

  return (
    <ConfirmDialog title={title} confirmLabel="Slett" workingLabel="Sletter …" onConfirm={confirm} onCancel={onCancel}>
      {consequence}
    </ConfirmDialog>
  )
}

const consequence = (
  <>
    Statushistorikken slettes også. <UndoHint />
  </>
)

export type OpenDialog =
  | { readonly kind: 'create' | 'import' }
  | { readonly kind: 'export'; readonly list: LeadListKey; readonly ids: readonly number[] }
  | { readonly kind: 'edit'; readonly lead: Lead }
  /** Asks for the reason why leads were just lost; at least one lead. */
  | { readonly kind: 'lost'; readonly leads: readonly Lead[] }
  /** Sets the next step of the leads. */
  | { readonly kind: 'next-step'; readonly leads: readonly Lead[] }
  /** Offers to convert leads to customers; at least one lead. */
  | { readonly kind: 'customers'; readonly leads: readonly Lead[] }
  | { readonly kind: 'delete'; readonly leads: readonly Lead[] }

interface LeadDialogsProps {
  readonly dialog: OpenDialog | null
  readonly extrasOf: LeadExtras | undefined
  /** True if the user may edit the reasons why leads are lost. */
  readonly canEditReasons: boolean
  readonly onClose: () => void
  readonly onBecameCustomer: (lead: Lead) => void
  readonly onProblem: (problem: string) => void
  /** Called with the ids of the leads that were not deleted, and with the error message; null if all were deleted. */
  readonly onDeleted: (remaining: readonly number[], problem: string | null) => void
}

export function LeadDialogs(props: LeadDialogsProps) {
  const { dialog, extrasOf, canEditReasons, onClose, onBecameCustomer, onProblem, onDeleted } = props
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'create':
      return <LeadFormDialog onBecameCustomer={onBecameCustomer} onClose={onClose} />
    case 'edit':
      return (
        <LeadFormDialog lead={dialog.lead} extrasOf={extrasOf} onBecameCustomer={onBecameCustomer} onClose={onClose} />
      )
    case 'lost':
      return <LostReasonDialog leads={dialog.leads} canEditReasons={canEditReasons} onClose={onClose} />
    case 'next-step': {
      const done = (problem: string | null) => {
        onClose()
        if (problem !== null) onProblem(problem)
      }
      return <NextStepDialog leads={dialog.leads} onDone={done} onClose={onClose} />
    }
    case 'customers': {
      const [lead, another] = dialog.leads
      if (!lead) return null
      // The key mounts a new form for each offer when several offers follow each other.
      const key = lead.id
      if (!another) return <LeadCustomerDialog key={key} lead={lead} onClose={onClose} />
      const done = (problem: string | null) => {
        onClose()
        if (problem !== null) onProblem(problem)
      }
      return <LeadCustomersDialog key={key} leads={dialog.leads} onClose={done} />
    }
    case 'export':
      return <LeadExport list={dialog.list} ids={dialog.ids} onClose={onClose} />
    case 'import':
      return <LeadImport onClose={onClose} />
    case 'delete': {
      const done = (remaining: readonly number[], problem: string | null) => {
        onClose()
        onDeleted(remaining, problem)
      }
      return <LeadDeletion leads={dialog.leads} onDone={done} onCancel={onClose} />
    }
  }
}
