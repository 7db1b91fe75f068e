import { zodResolver } from '@hookform/resolvers/zod'
import { conditionCategoryLabel, defaultConditionCategory } from '@kontor/contract/conditions/conditions.rules'
import { conditionFormSchema } from '@kontor/contract/conditions/conditions.schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type Condition, conflictingCondition, useCreateCondition, useUpdateCondition } from '../conditions.api.ts'
import { categoryOf, categoryOption, categoryOptions } from './condition-categories.ts'

const labels = {
  name: 'Navn',
  category: 'Kategori',
  sortOrder: 'Rekkefølge',
  content: 'Innhold',
  isActive: 'Aktiv',
  isDefault: 'Standard',
} as const

type EditableField = keyof typeof labels

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

const newCategoryOption = { value: 'another', label: 'Annen kategori …' }

interface ConditionFormDialogProps {
  /** Omit it to create a new condition. */
  readonly condition?: Condition
  /** All conditions, for their categories. */
  readonly conditions: readonly Condition[]
  readonly onClose: () => void
}

export function ConditionFormDialog({ condition, conditions, onClose }: ConditionFormDialogProps) {
  const create = useCreateCondition()
  const update = useUpdateCondition()
  const [isNewCategory, setIsNewCategory] = useState(false)
  const form = useForm({ resolver: zodResolver(conditionFormSchema), defaultValues: valuesOf(condition) })
  const { control, register, formState, setValue } = form
  const { errors, isDirty, isSubmitted } = formState
  const category = useWatch({ control, name: 'category' })
  const options = { shouldDirty: true, shouldValidate: isSubmitted }
  const { submit, conflict, notices } = useSaving({
    form,
    labels,
    valuesOf,
    textOf,
    conflictIn: conflictingCondition,
    save: async (changes) => {
      const saved = await (condition ? update.mutateAsync({ id: condition.id, changes }) : create.mutateAsync(changes))
      toast({ title: condition ? 'Betingelse oppdatert' : 'Betingelse opprettet', description: saved.name })
      onClose()
    },
    onFailure: () => {
      const description = condition ? 'Kunne ikke oppdatere betingelse' : 'Kunne ikke opprette betingelse'
      toast({ title: 'Feil', description, variant: 'destructive' })
    },
    onApplyStored: (applied) => applied.includes('category') && setIsNewCategory(false),
  })

  const chooseCategory = (option: string) => {
    setIsNewCategory(option === newCategoryOption.value)
    setValue('category', option === newCategoryOption.value ? '' : categoryOf(option), options)
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
        {notices}
        <Field label={labels.name} required error={errors.name?.message}>
          {(props) => <Input {...props} {...register('name')} autoComplete="off" />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={labels.category} error={isNewCategory ? undefined : errors.category?.message}>
            {(props) => (
              <Select
                {...props}
                value={isNewCategory ? newCategoryOption.value : categoryOption(category)}
                onValueChange={chooseCategory}
                options={[...categoryOptions(conditions, isNewCategory ? null : category), newCategoryOption]}
              />
            )}
          </Field>
          {isNewCategory && (
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
