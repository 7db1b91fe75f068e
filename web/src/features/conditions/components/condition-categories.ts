import { conditionCategories, conditionCategoryLabel } from '@kontor/contract/conditions/conditions.rules'
import { compareText } from '../../../platform/format.ts'
import type { SelectOption } from '../../../ui/select.tsx'
import type { Condition } from '../conditions.api.ts'

// Stored categories are arbitrary text, even "all": the prefix distinguishes them from the other options.
export const categoryOption = (category: string): string => `=${category}`

export const categoryOf = (option: string): string => option.slice(1)

/** The four standard categories, others that conditions have, and `chosen`. */
export const categoryOptions = (conditions: readonly Condition[], chosen: string | null): SelectOption[] => {
  const known = new Set(Object.keys(conditionCategories))
  const found = new Set([...conditions.map(({ category }) => category), ...(chosen ? [chosen] : [])])
  const others = [...found].filter((category) => !known.has(category)).sort(compareText)
  return [...known, ...others].map((category) => ({
    value: categoryOption(category),
    label: conditionCategoryLabel(category),
  }))
}
