import { z } from 'zod'
import { parseSort } from './sorting.ts'

export const exportFormats = ['xlsx', 'csv'] as const

export type ExportFormat = (typeof exportFormats)[number]

/** Maximum ids in an export's query, so that they fit in a URL. */
export const maxExportedIds = 1000

const list = (text: string | undefined): string[] | undefined => (text ? text.split(',') : undefined)

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

const text = z.string('Kan bare oppgis én gang').optional()

/** The format of an export; absent and '' mean .xlsx. */
export const formatQuery = z.object({
  format: z
    .enum([...exportFormats, ''], 'Må være xlsx eller csv')
    .optional()
    .transform((format): ExportFormat => format || 'xlsx'),
})

/**
 * Returns the schema of an export's query. All parameters are optional, and empty values are ignored: the default is the whole list in .xlsx.
 * @param columns the fields that may be exported
 * @param sorts the fields that may be sorted by
 */
export const exportQuery = <Column extends string, Sort extends string>(
  columns: readonly Column[],
  sorts: readonly Sort[],
) => {
  const isColumn = (name: string): name is Column => columns.some((column) => column === name)
  return formatQuery.extend({
    /** Fields separated by commas, in the order of the file's columns; all columns by default. */
    columns: text
      .transform(list)
      .refine((names) => !names || names.every(isColumn), 'Ukjent kolonne')
      .refine((names) => !names || isDistinct(names), 'Samme kolonne er nevnt to ganger')
      .transform((names) => names?.filter(isColumn)),
    /** `field:asc` or `field:desc`; the order of creation by default. */
    sort: text
      .refine((value) => !value || parseSort(value, sorts) !== undefined, 'Ugyldig sortering')
      .transform((value) => (value ? parseSort(value, sorts) : undefined)),
    /** Ids of the rows to export, separated by commas; all rows by default. */
    ids: text
      .transform(list)
      .refine((ids) => !ids || ids.every((id) => /^[1-9]\d{0,8}$/.test(id)), 'Ugyldig id')
      .refine((ids) => !ids || ids.length <= maxExportedIds, `Høyst ${maxExportedIds} rader kan velges`)
      .transform((ids) => ids?.map(Number)),
  })
}
