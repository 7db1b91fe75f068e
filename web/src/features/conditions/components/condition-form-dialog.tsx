import { zodResolver } from '@hookform/resolvers/zod'
import { conditionFields } from '@kontor/contract/conditions/conditions.fields'
import {
  conditionCategories,
  conditionCategoryLabel,
  defaultConditionCategory,
} from '@kontor/contract/conditions/conditions.rules'
import { conditionFormSchema } from '@kontor/contract/conditions/conditions.schema'
import { labelsOf } from '@kontor/contract/shared/field-kinds'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { compareText } from '../../../platform/format.ts'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { FormField, formValues } from '../../../ui/form/entity-form.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { Select, type SelectOption } from '../../../ui/form/select.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Condition, conflictingCondition, useCreateCondition, useUpdateCondition } from '../conditions.api.ts'

/** Returns options for the standard categories, the other categories of all conditions, and `chosen`. */
export const categoryOptions = (conditions: readonly Condition[], chosen: string | null): SelectOption[] => {
  const known = Object.keys(conditionCategories)
  const found = [...conditions.map(({ category }) => category), ...(chosen ? [chosen] : [])]
  return [...new Set([...known, ...found.sort(compareText)])].map((category) => ({
    value: category,
    label: conditionCategoryLabel(category),
  }))
}

const labels = labelsOf(conditionFields)

const valuesOf = (condition: Condition | undefined, sortOrder = 0) => ({
  ...formValues(conditionFields, condition),
  category: condition?.category ?? defaultConditionCategory,
  sortOrder: String(condition?.sortOrder ?? sortOrder),
  version: condition?.version,
})

/** Returns a sort order that places a new condition last. */
const nextPlace = (conditions: readonly Condition[]): number =>
  conditions.reduce((next, { sortOrder }) => Math.max(next, sortOrder + 1), 0)

const newCategoryOption = { value: 'another', label: 'Annen kategori …' }

// Prefixes stored categories, so that a category that is called "another" differs from the option above.
const categoryOption = (category: string): string => `=${category}`
const categoryOf = (option: string): string => option.slice(1)

interface ConditionFormDialogProps {
  readonly condition?: Condition | undefined
  readonly conditions: readonly Condition[]
  readonly onClose: () => void
}

export function ConditionFormDialog({ condition, conditions, onClose }: ConditionFormDialogProps) {
  const create = useCreateCondition()
  const update = useUpdateCondition()
  const [isNewCategory, setIsNewCategory] = useState(false)
  const form = useForm({
    resolver: zodResolver(conditionFormSchema),
    defaultValues: valuesOf(condition, nextPlace(conditions)),
  })
  const { control, formState, setValue } = form
  const category = useWatch({ control, name: 'category' })
  const saving = useSaving({
    form,
    labels,
    valuesOf: (stored: Condition) => valuesOf(stored),
    textOf: (field, value) => (field === 'category' ? conditionCategoryLabel(String(value)) : undefined),
    conflictIn: conflictingCondition,
    save: async (body) => {
      const saved = await (condition
        ? update.mutateAsync({ params: { id: String(condition.id) }, body })
        : create.mutateAsync(body))
      toast({ title: condition ? 'Betingelse oppdatert' : 'Betingelse opprettet', description: saved.name })
      onClose()
    },
    failed: condition ? 'Kunne ikke oppdatere betingelse' : 'Kunne ikke opprette betingelse',
    onApplyStored: (applied) => applied.includes('category') && setIsNewCategory(false),
  })

  const chooseCategory = (option: string) => {
    const isNew = option === newCategoryOption.value
    setIsNewCategory(isNew)
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    setValue('category', isNew ? '' : categoryOf(option), options)
  }

  return (
    <SaveDialog
      saving={saving}
      creates={!condition}
      title={condition ? 'Rediger betingelse' : 'Ny betingelse'}
      width="wide"
      onClose={onClose}
    >
      <FormField form={form} fields={conditionFields} name="name" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.category} error={isNewCategory ? undefined : formState.errors.category?.message}>
          {(props) => (
            <Select
              {...props}
              value={isNewCategory ? newCategoryOption.value : categoryOption(category)}
              onValueChange={chooseCategory}
              options={[
                ...categoryOptions(conditions, isNewCategory ? null : category).map(({ value, label }) => ({
                  value: categoryOption(value),
                  label,
                })),
                newCategoryOption,
              ]}
            />
          )}
        </Field>
        {isNewCategory && <TextField form={form} name="category" label="Ny kategori" required />}
        <TextField
          form={form}
          name="sortOrder"
          label={labels.sortOrder}
          hint="De laveste tallene kommer først."
          inputMode="numeric"
        />
      </div>
      <FormField form={form} fields={conditionFields} name="content" rows={8} />
      <div className="flex flex-col">
        <FormField form={form} fields={conditionFields} name="isActive" />
        <FormField
          form={form}
          fields={conditionFields}
          name="isDefault"
          label="Standard: legges til i nye avtaler så lenge den er aktiv"
        />
      </div>
    </SaveDialog>
  )
}
