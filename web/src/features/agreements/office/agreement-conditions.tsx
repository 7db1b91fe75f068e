import { agreementLimits } from '@kontor/contract/agreements/agreements.rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/base/badge.tsx'
import { IconButton } from '../../../ui/base/button.tsx'
import { CloseIcon, EditIcon } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { DismissibleNotice } from '../../../ui/base/states.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextareaField } from '../../../ui/form/form-fields.tsx'
import { MoveButtons, moveItem } from '../../../ui/form/move-buttons.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import { conditionsQuery } from '../../conditions/conditions.api.ts'
import {
  type Agreement,
  type AgreementCondition,
  agreementConditionsQuery,
  conflictingCondition,
  useAddCondition,
  useOrderConditions,
  useRemoveCondition,
  useUpdateCondition,
} from '../agreements.api.ts'
import { Combobox } from '../parts/combobox.tsx'
import { SentNotice } from '../parts/sent-notice.tsx'

interface TextDialogProps {
  readonly agreement: Agreement
  readonly condition: AgreementCondition
  readonly onClose: () => void
}

const labels = { text: 'Tekst' } as const

const valuesOf = ({ customContent, content, version }: AgreementCondition) => ({
  text: customContent ?? content,
  version,
})

/** Edits the condition's text for this agreement only; an empty text restores the original. */
function TextDialog({ agreement, condition: opened, onClose }: TextDialogProps) {
  // Keeps the condition as it was when the dialog opened, so that saving detects changes by others as conflicts.
  const [condition] = useState(opened)
  const update = useUpdateCondition(agreement.id)
  const form = useForm({ defaultValues: valuesOf(condition) })
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    conflictIn: conflictingCondition,
    save: async ({ text, version }) => {
      const customText = text.trim()
      const customContent = customText === '' || customText === condition.content.trim() ? null : customText
      await update.mutateAsync({ lineId: condition.id, changes: { customContent, version } })
      toast({ title: 'Betingelse oppdatert', description: condition.name })
      onClose()
    },
    failed: 'Kunne ikke oppdatere betingelse',
  })
  return (
    <SaveDialog
      saving={saving}
      title={`Egen tekst: ${condition.name}`}
      description="Gjelder bare denne avtalen. Tom tekst henter tilbake den opprinnelige."
      width="wide"
      onClose={onClose}
    >
      <SentNotice agreement={agreement} />
      <TextareaField
        form={form}
        name="text"
        label={labels.text}
        rows={12}
        maxLength={agreementLimits.conditionContent}
      />
    </SaveDialog>
  )
}

interface AddConditionProps {
  readonly attached: readonly AgreementCondition[]
  /** The id of the condition that is being added; null for none. */
  readonly adding: number | null
  readonly onAdd: (conditionId: number) => void
}

function AddCondition({ attached, adding, onAdd }: AddConditionProps) {
  const { data, error } = useQuery(conditionsQuery)
  const attachedIds = new Set(attached.map(({ conditionId }) => conditionId))
  const options = (data ?? [])
    .filter(({ id, isActive }) => isActive && !attachedIds.has(id))
    .map(({ id, name }) => ({ value: String(id), label: name }))
  if (data && options.length === 0) return null
  return (
    <Field
      label="Legg til betingelse"
      className="mt-3 sm:max-w-96"
      error={error ? `Kunne ikke hente betingelsene. ${errorText(error)}` : undefined}
    >
      {(control) => (
        <Combobox
          {...control}
          options={options}
          value={adding === null ? null : String(adding)}
          onValueChange={(value) => value !== null && Number(value) !== adding && onAdd(Number(value))}
          placeholder="Velg betingelse"
        />
      )}
    </Field>
  )
}

/** Shows an agreement's conditions, which are copies with their own text and order. */
export function AgreementConditions({ agreement, frozen }: { agreement: Agreement; frozen: boolean }) {
  const query = useQuery(agreementConditionsQuery(agreement.id))
  const { data } = query
  const add = useAddCondition(agreement.id)
  const remove = useRemoveCondition(agreement.id)
  const order = useOrderConditions(agreement.id)
  const [editing, setEditing] = useState<AgreementCondition | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState<AgreementCondition | null>(null)
  const toastFailure = useFailureToast()

  const fail = (what: string, retry: () => unknown) => (failure: unknown) => {
    setProblem(`${what} ${errorText(failure)}`)
    toastFailure(failure, `${what} ${errorText(failure)}`, retry)
  }
  const addOne = (id: number) => {
    setProblem(null)
    add.mutateAsync(id).then(
      ({ name }) => toast({ title: 'Betingelse lagt til', description: name }),
      fail('Betingelsen ble ikke lagt til.', () => addOne(id)),
    )
  }
  const saveOrder = (ids: Parameters<typeof order.mutate>[0]) => {
    setProblem(null)
    order.mutateAsync(ids).catch(fail('Rekkefølgen ble ikke lagret.', () => saveOrder(ids)))
  }
  const removeOne = async (condition: AgreementCondition) => {
    setProblem(null)
    await remove.mutateAsync(condition).catch(fail('Betingelsen ble ikke fjernet.', () => removeOne(condition)))
    setRemoving(null)
  }

  if (!data)
    return (
      <QueryState
        query={query}
        skeleton={<Skeleton className="h-16 w-full" />}
        failed="Kunne ikke hente betingelsene"
      />
    )
  const reordered = (index: number, by: 1 | -1) => ({
    ids: moveItem(data, index, by).map(({ id }) => id),
    known: data.map(({ id }) => id),
  })
  return (
    <>
      <DismissibleNotice problem={problem} onClose={() => setProblem(null)} />
      {data.length === 0 && <p className="text-soft text-sm">Ingen betingelser.</p>}
      <ol>
        {data.map((condition, index) => (
          <li key={condition.id} className="flex flex-wrap items-start gap-x-3 border-rule border-b py-2.5">
            <div className="min-w-0 flex-1 basis-40 text-sm [overflow-wrap:anywhere]">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {condition.name}
                {condition.customContent && <Badge>Egen tekst</Badge>}
              </p>
              <p className="mt-0.5 line-clamp-2 whitespace-pre-line text-[0.8125rem] text-soft">
                {condition.customContent ?? condition.content}
              </p>
            </div>
            {!frozen && (
              <span className="-mr-1.5 ml-auto flex">
                <MoveButtons
                  name={condition.name}
                  isFirst={index === 0}
                  isLast={index === data.length - 1}
                  onMove={(by) => saveOrder(reordered(index, by))}
                />
                <IconButton
                  label={`Egen tekst for ${condition.name}`}
                  icon={<EditIcon />}
                  onClick={() => setEditing(condition)}
                />
                <IconButton
                  label={`Fjern ${condition.name}`}
                  icon={<CloseIcon />}
                  onClick={() =>
                    condition.customContent || agreement.status === 'sent'
                      ? setRemoving(condition)
                      : void removeOne(condition)
                  }
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!frozen && <AddCondition attached={data} adding={add.isPending ? add.variables : null} onAdd={addOne} />}
      {editing && <TextDialog agreement={agreement} condition={editing} onClose={() => setEditing(null)} />}
      {removing && (
        <ConfirmDialog
          title="Fjerne betingelsen?"
          confirmLabel="Fjern"
          workingLabel="Fjerner …"
          onConfirm={() => removeOne(removing)}
          onCancel={() => setRemoving(null)}
        >
          {removing.customContent ? (
            <p>
              <strong className="font-semibold text-ink">{removing.name}</strong> har en egen tekst i denne avtalen.
              Teksten blir borte, og det kan ikke angres.
            </p>
          ) : (
            <p>
              <strong className="font-semibold text-ink">{removing.name}</strong> tas ut av avtalen.
            </p>
          )}
          <SentNotice agreement={agreement} className="mt-3" />
        </ConfirmDialog>
      )}
    </>
  )
}
