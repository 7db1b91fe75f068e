import { leadFields, leadLabels } from '@kontor/contract/leads/leads.fields'
import { lostStatus } from '@kontor/contract/leads/leads.rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import { PeopleIcon } from '../../../ui/base/icons.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { EntityField } from '../../../ui/record/entity-cells.tsx'
import { type EditableField, RecordChoice } from '../../../ui/record/record-field.tsx'
import { RecordQuery, RecordSheet } from '../../../ui/record/record-sheet.tsx'
import type { RecordMoves } from '../../../ui/record/use-record-moves.ts'
import { registerSentences } from '../../company-register/components/register-mark.tsx'
import { type Lead, leadQuery } from '../leads.api.ts'
import { isOverdue, registerMarkOf, statusOptions } from './lead-cells.tsx'
import type { LeadExtras } from './lead-form-dialog.tsx'
import { LeadContactLinks, LeadStepActions } from './lead-next-actions.tsx'
import { LeadOwnerField, LeadReasonField, LeadRecordFields } from './lead-record-fields.tsx'
import { useLeadSaving } from './use-lead-saving.ts'

interface LeadRecordProps {
  /** The id in the URL. The lead may not exist. */
  readonly id: string
  readonly moves: RecordMoves
  readonly extrasOf: LeadExtras | undefined
  readonly timelineOf: LeadExtras | undefined
  readonly onEdit: (lead: Lead) => void
  readonly onDelete: (lead: Lead) => void
  readonly onBecameCustomer: (lead: Lead) => void
  /** Changes the status. Resolves to the error message after a failure, else to null. */
  readonly onStatus: (lead: Lead, status: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Finds the button with a lead's name in its row or card. */
const findRow = (id: string): HTMLElement | null => document.querySelector(`[data-lead="${CSS.escape(id)}"]`)

const kind = 'Lead'

const texts = {
  missing: 'Leadet finnes ikke',
  reason: 'Adressen er feil, eller leadet er slettet.',
  failed: 'Kunne ikke hente leadet',
}

/** Shows a lead's record over the list. */
export function LeadRecord({ id, ...props }: LeadRecordProps) {
  const isNumber = /^\d{1,10}$/.test(id)
  const client = useQueryClient()
  const query = useQuery({ ...leadQuery(client, Number(id)), enabled: isNumber })
  return (
    <RecordQuery
      id={id}
      isUnknown={!isNumber}
      query={query}
      kind={kind}
      findRow={() => findRow(id)}
      onClose={props.onClose}
      texts={texts}
    >
      {(lead) => <LoadedRecord {...props} lead={lead} />}
    </RecordQuery>
  )
}

function LoadedRecord(props: Omit<LeadRecordProps, 'id'> & { lead: Lead }) {
  const { lead, moves, extrasOf, timelineOf, onEdit, onDelete, onBecameCustomer, onStatus, onClose } = props
  const saving = useLeadSaving(lead)
  const day = useRef<EditableField>(null)
  const warning = registerSentences(registerMarkOf(lead))

  const saveStatus = async (status: string) => {
    const problem = await onStatus(lead, status)
    return problem === null ? ({ kind: 'saved' } as const) : ({ kind: 'failed', problem } as const)
  }

  const actions = (
    <>
      <LeadContactLinks lead={lead} />
      {lead.customer_id === null && (
        <Button size="small" onClick={() => onBecameCustomer(lead)}>
          <PeopleIcon /> Gjør til kunde
        </Button>
      )}
    </>
  )
  return (
    <RecordSheet
      recordId={lead.id}
      kind={kind}
      title={lead.company_name}
      moves={moves}
      actions={actions}
      onEdit={() => onEdit(lead)}
      onDelete={() => onDelete(lead)}
      aside={<LeadRecordFields lead={lead} saving={saving} />}
      findRow={() => findRow(String(lead.id))}
      onClose={onClose}
    >
      <div
        data-hero
        className="flex flex-wrap items-end justify-end gap-x-6 gap-y-3 rounded-md border border-border/50 px-4 py-3"
      >
        <div className="grid min-w-0 flex-1 basis-80 gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <EntityField fields={leadFields} record={lead} name="next_step" onSave={saving.text('next_step')} />
          <EntityField
            ref={day}
            fields={leadFields}
            record={lead}
            name="next_step_at"
            isLate={isOverdue(lead)}
            onSave={saving.text('next_step_at')}
          />
        </div>
        <span className="flex gap-1.5">
          <LeadStepActions lead={lead} saving={saving} onOtherDay={() => day.current?.edit()} />
        </span>
      </div>
      <div data-beside className="flex max-w-md flex-col gap-2">
        <RecordChoice label={leadLabels.status} value={lead.status} options={statusOptions} onSave={saveStatus} />
        <LeadOwnerField lead={lead} saving={saving} />
        {lead.status === lostStatus && <LeadReasonField lead={lead} saving={saving} />}
      </div>
      {warning && (
        <Notice tone="warning" isLasting>
          {warning}
        </Notice>
      )}
      {extrasOf?.(lead)}
      {timelineOf?.(lead)}
    </RecordSheet>
  )
}
