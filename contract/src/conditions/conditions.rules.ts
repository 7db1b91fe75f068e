/** Maximum number of ids in a new order. */
export const maxConditionOrder = 10_000

/** Categories offered by the panel, with their labels; others are allowed. */
export const conditionCategories = {
  general: 'Generelt',
  payment: 'Betaling',
  delivery: 'Levering',
  warranty: 'Garanti',
} as const

export type ConditionCategory = keyof typeof conditionCategories

export const defaultConditionCategory: ConditionCategory = 'general'

/** Returns the Norwegian label of a stored category, or a custom category unchanged. */
export const conditionCategoryLabel = (category: string): string =>
  Object.hasOwn(conditionCategories, category) ? conditionCategories[category as ConditionCategory] : category
