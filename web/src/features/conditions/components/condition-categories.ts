import { conditionCategories, conditionCategoryLabel } from '@kontor/contract/conditions/conditions.rules'
import { compareText } from '../../../platform/format.ts'
import type { SelectOption } from '../../../ui/select.tsx'
import type { Condition } from '../conditions.api.ts'

/** The four standard categories, others that conditions have, and `chosen`. */
export const categoryOptions = (conditions: readonly Condition[], chosen: string | null): SelectOption[] => {
  const known = Object.keys(conditionCategories)
  const found = [...conditions.map(({ category }) => category), ...(chosen ? [chosen] : [])]
  return [...new Set([...known, ...found.sort(compareText)])].map((category) => ({
    value: category,
    label: conditionCategoryLabel(category),
  }))
}
