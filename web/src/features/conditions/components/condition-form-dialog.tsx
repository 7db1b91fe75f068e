import { zodResolver } from '@hookform/resolvers/zod'
import { conditionCategoryLabel, defaultConditionCategory } from '@kontor/contract/conditions/conditions.rules'
import { conditionFormSchema } from '@kontor/contract/conditions/conditions.schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Condition, conflictingCondition, useCreateCondition, useUpdateCondition } from '../conditions.api.ts'
import { categoryOf, categoryOption, categoryOptions } from './condition-categories.tsx'

const labels = {
  name: 'Navn',
  category: 'Kategori',
  sortOrder: 'Rekkefølge',
  content: 'Innhold',
  isActive: 'Aktiv',
  isDefault: 'Standard',
} as const

type EditableField = keyof typeof labels

const fields = Object.keys(labels) as EditableField[]

const textOf = (field: EditableField, value: unknown): string => {
  if (field === 'category') return conditionCategoryLabel(String(value))
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  return String(value ?? '')
}

const valuesOf = (condition: Condition | undefined) => ({
  name: condition?.name ?? '',
  category: condition?.category ?? defaultConditionCategory,
  sortOrder: String(condition?.sortOrder ?? 0),
  content: condition?.content ?? '',
  isActive: condition?.isActive ?? true,
  isDefault: condition?.isDefault ?? false,
  version: condition?.version,
})

const another = { value: 'another', label: 'Annen kategori …' }

interface ConditionFormDialogProps {
  /** Without one a new condition is made. */
  readonly condition?: Condition
  /** All that are known, for their categories. */
  readonly conditions: readonly Condition[]
  readonly onClose: () => void
}

/** Makes a condition, or changes one. */
export function ConditionFormDialog({ condition, conditions, onClose }: ConditionFormDialogProps) {
  const create = useCreateCondition()
  const update = useUpdateCondition()
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Condition | null>(null)
  const [ownCategory, setOwnCategory] = useState(false)
  const form = useForm({ resolver: zodResolver(conditionFormSchema), defaultValues: valuesOf(condition) })
  const { control, register, formState, setValue, setError } = form
  const { errors, isDirty, isSubmitted } = formState
  const category = useWatch({ control, name: 'category' })
  const options = { shouldDirty: true, shouldValidate: isSubmitted }

  const fail = (error: unknown) => {
    const current = conflictingCondition(error)
    setConflict(current)
    setProblem(current ? null : errorText(error))
    // From here on the change is made on top of what the other has saved, knowingly.
    if (current) setValue('version', current.version)
    showFieldErrors(error, fields, setError)
    const description = condition ? 'Kunne ikke oppdatere betingelse' : 'Kunne ikke opprette betingelse'
    toast({ title: 'Feil', description, variant: 'destructive' })
  }

  const submit = form.handleSubmit(async (changes) => {
    setProblem(null)
    try {
      const saved = await (condition ? update.mutateAsync({ id: condition.id, changes }) : create.mutateAsync(changes))
      toast({ title: condition ? 'Betingelse oppdatert' : 'Betingelse opprettet', description: saved.name })
      onClose()
    } catch (error) {
      fail(error)
    }
  })

  const take = (stored: Condition, taken: readonly EditableField[]) => {
    const values = valuesOf(stored)
    if (taken.includes('category')) setOwnCategory(false)
    for (const field of taken) setValue(field, values[field], options)
  }

  const chooseCategory = (option: string) => {
    setOwnCategory(option === another.value)
    setValue('category', option === another.value ? '' : categoryOf(option), options)
  }

  return (
    <FormDialog
      title={condition ? 'Rediger betingelse' : 'Ny betingelse'}
      width="wide"
      dirty={isDirty}
      submitLabel={conflict ? 'Lagre likevel' : 'Lagre'}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        {conflict && (
          <ConflictNotice
            labels={labels}
            stored={valuesOf(conflict)}
            control={control}
            textOf={textOf}
            onTake={(taken) => take(conflict, taken)}
          />
        )}
        <Field label={labels.name} required error={errors.name?.message}>
          {(props) => <Input {...props} {...register('name')} autoComplete="off" />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={labels.category} error={ownCategory ? undefined : errors.category?.message}>
            {(props) => (
              <Select
                {...props}
                value={ownCategory ? another.value : categoryOption(category)}
                onValueChange={chooseCategory}
                options={[...categoryOptions(conditions, ownCategory ? null : category), another]}
              />
            )}
          </Field>
          {ownCategory && (
            <Field label="Ny kategori" required error={errors.category?.message}>
              {(props) => <Input {...props} {...register('category')} autoComplete="off" />}
            </Field>
          )}
          <Field label={labels.sortOrder} hint="De laveste tallene kommer først." error={errors.sortOrder?.message}>
            {(props) => <Input {...props} {...register('sortOrder')} inputMode="numeric" autoComplete="off" />}
          </Field>
        </div>
        <Field label={labels.content} required error={errors.content?.message}>
          {(props) => <Textarea {...props} {...register('content')} rows={8} />}
        </Field>
        <div className="-ml-3 flex flex-col text-sm">
          <span className="flex items-center">
            <Checkbox id="condition-active" {...register('isActive')} />
            <label htmlFor="condition-active">Aktiv</label>
          </span>
          <span className="flex items-center">
            <Checkbox id="condition-default" {...register('isDefault')} />
            <label htmlFor="condition-default">Standard: legges til i nye avtaler så lenge den er aktiv</label>
          </span>
        </div>
      </div>
    </FormDialog>
  )
}
