import { flag, integer, line, text } from '../shared/field-kinds.ts'

export const conditionFields = {
  name: line('Navn', 200, { required: true }),
  category: line('Kategori', 100, { required: true }),
  sortOrder: integer('Rekkefølge', 2_147_483_647, { initial: 0 }),
  content: text('Innhold', 20_000, { required: true }),
  isActive: flag('Aktiv', { initial: true }),
  /** True if each new agreement gets a copy, as long as the condition is active. */
  isDefault: flag('Standard', { initial: false }),
} as const
