import { zodResolver } from '@hookform/resolvers/zod'
import { leadLabels } from '@kontor/contract/leads/leads.fields'
import { leadUpdateSchema } from '@kontor/contract/leads/leads.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { ControlledField, TextField } from '../../../ui/form/form-fields.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Lead, lostReasonsQuery, useChangeLeads } from '../leads.api.ts'
import { readVersions, skippedText } from './lead-bulk.ts'
import { countOfLeads } from './lead-cells.tsx'

interface LostReasonDialogProps {
  readonly leads: readonly Lead[]
  /** True if the user may edit the list of reasons. */
  readonly canEditReasons: boolean
  readonly onClose: () => void
}

const namesOf = (leads: readonly Lead[]): string =>
  leads.length === 1 ? (leads[0]?.company_name ?? '') : countOfLeads(leads.length)

/** Asks why leads were lost, with a button for each reason. */
export function LostReasonDialog({ leads, canEditReasons, onClose }: LostReasonDialogProps) {
  const { data, error } = useQuery(lostReasonsQuery)
  const change = useChangeLeads()
  const [problem, setProblem] = useState<string | null>(null)

  const answer = async (lost_reason: string) => {
    if (change.isPending) return
    setProblem(null)
    try {
      // Sends no versions: setting the lost status has made the shown versions stale.
      const { changed, skipped } = await change.mutateAsync({
        leads: leads.map(({ id }) => ({ id })),
        changes: { lost_reason },
      })
      if (changed.length > 0) toast({ title: 'Årsak lagret', description: `${namesOf(leads)}: ${lost_reason}` })
      if (skipped.length > 0) return setProblem(skippedText(skipped, leads.length))
      onClose()
    } catch (failure) {
      setProblem(errorText(failure))
    }
  }

  const trouble = problem ?? (error && `Kunne ikke hente årsakene. ${errorText(error)}`)
  return (
    <Dialog
      title={`Hvorfor ble ${namesOf(leads)} avslått?`}
      description={`Årsakene telles under Tall.${canEditReasons ? ' Listen redigeres i Innstillinger.' : ''}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Hopp over</Button>}
    >
      <div className="flex flex-col gap-2">
        {trouble && <Notice>{trouble}</Notice>}
        {!data && !error && <Skeleton className="h-9" />}
        {data?.reasons.map((reason) => (
          <Button
            key={reason}
            aria-disabled={change.isPending}
            onClick={() => void answer(reason)}
            className="justify-start text-left"
          >
            {reason}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

const nextStepSchema = leadUpdateSchema.pick({ next_step: true, next_step_at: true })
const labels = { next_step: leadLabels.next_step, next_step_at: leadLabels.next_step_at }

interface NextStepDialogProps {
  readonly leads: readonly Lead[]
  /** Called with a sentence about skipped leads; null if there are none. */
  readonly onDone: (problem: string | null) => void
  readonly onClose: () => void
}

/**
 * Sets the same next step and day for one or several leads. If step or day is left empty, each lead keeps its own. Stays open for the leads
 * that other users have changed since; saving again changes these in their current version.
 */
export function NextStepDialog({ leads: chosen, onDone, onClose }: NextStepDialogProps) {
  const change = useChangeLeads()
  const [leads, setLeads] = useState(chosen)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(nextStepSchema), defaultValues: { next_step: '', next_step_at: '' } })
  const [text, day] = useWatch({ control: form.control, name: ['next_step', 'next_step_at'] })
  const saving = useSaving({
    form,
    labels,
    save: async ({ next_step, next_step_at }) => {
      const changes = { ...(next_step && { next_step }), ...(next_step_at && { next_step_at }) }
      const { changed, skipped } = await change.mutateAsync({ leads: readVersions(leads), changes })
      if (changed.length > 0)
        toast({ title: 'Neste steg lagret', description: namesOf(leads.filter(({ id }) => changed.includes(id))) })
      const found = skipped.length > 0 ? skippedText(skipped, leads.length) : null
      const stale = skipped.flatMap(({ id, version }) => {
        const lead = leads.find((one) => one.id === id)
        return lead && version !== null ? [{ ...lead, version }] : []
      })
      if (stale.length === 0) {
        onDone(found)
        return
      }
      setLeads(stale)
      setProblem(found)
      return false
    },
  })
  return (
    <SaveDialog
      saving={saving}
      title={`Neste steg for ${namesOf(leads)}`}
      description="Det som står tomt, endres ikke."
      incomplete={!text?.trim() && !day}
      {...(problem !== null && { submitLabel: 'Lagre likevel' })}
      onClose={onClose}
    >
      {problem && <Notice>{problem}</Notice>}
      <TextField form={form} name="next_step" label={labels.next_step} />
      <ControlledField form={form} name="next_step_at" label={labels.next_step_at}>
        {(control, { value, onChange, onBlur }) => (
          <DateField {...control} value={value ?? ''} onValueChange={onChange} onBlur={onBlur} />
        )}
      </ControlledField>
    </SaveDialog>
  )
}
