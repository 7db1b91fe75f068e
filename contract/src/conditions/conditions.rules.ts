/** Constants of standard conditions, free of dependencies. */

/** Longest accepted texts, in characters. */
export const conditionLimits = { name: 200, content: 20_000, category: 100, order: 10_000 } as const

/** The categories that the panel offers, with their labels; others are allowed. */
export const conditionCategories = {
  general: 'Generelt',
  payment: 'Betaling',
  delivery: 'Levering',
  warranty: 'Garanti',
} as const

export type ConditionCategory = keyof typeof conditionCategories

export const defaultConditionCategory: ConditionCategory = 'general'

/** The Norwegian label of a stored category; one that the panel does not offer is shown as it is. */
export const conditionCategoryLabel = (category: string): string =>
  Object.hasOwn(conditionCategories, category) ? conditionCategories[category as ConditionCategory] : category
