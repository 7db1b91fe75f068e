import { z } from 'zod'
import { dateOf } from './time.ts'

export const maxPageSize = 200

/**
 * Maximum rows of an unpaged list: 10 000 rows are about 5 MB. If there are more, most lists return the newest; lists of users,
 * conditions, templates and contact persons return the first in their order. A screen at the limit says that there may be more
 * (docs/database.md#lists-and-searches).
 */
export const maxListRows = 10_000

/** Response header with the next page's cursor; absent on the last page. */
export const nextCursorHeader = 'x-next-cursor'

/** The last row of a page in a list by date: the next page starts after it. `createdAt` is ISO 8601. */
export interface Cursor {
  readonly createdAt: string
  readonly id: string
}

/** Matches a cursor: milliseconds since 1970, a comma and the id. */
const cursorPattern = /^(\d{1,13}),([\w-]{1,100})$/

export const cursorSchema = z
  .string()
  .max(114, 'Ugyldig side')
  .regex(cursorPattern, 'Ugyldig side')
  .transform((text): Cursor => {
    const [, milliseconds, id = ''] = cursorPattern.exec(text) ?? []
    return { createdAt: new Date(Number(milliseconds)).toISOString(), id }
  })

export const cursorAfter = ({ createdAt, id }: Cursor): string => `${dateOf(createdAt).getTime()},${id}`

export const pageSize = (max: number) =>
  z.coerce
    .number('Ugyldig sidestørrelse')
    .int('Ugyldig sidestørrelse')
    .min(1, 'Ugyldig sidestørrelse')
    .max(max, `Høyst ${max} per side`)

/** Query parameters of a paged list: `page` counts from 1; `size` is rows per page. */
export const pageQuery = (defaultSize: number) =>
  z.object({
    page: z.coerce
      .number('Ugyldig side')
      .int('Ugyldig side')
      .min(1, 'Ugyldig side')
      .max(1_000_000, 'Ugyldig side')
      .default(1),
    size: pageSize(maxPageSize).default(defaultSize),
  })

export const paginationSchema = z.object({ page: z.int(), size: z.int(), total: z.int(), pages: z.int() })

export type Pagination = z.output<typeof paginationSchema>

/** Describes page `page` of `total` rows; an empty list has one (empty) page. */
export const pagination = (page: number, size: number, total: number): Pagination => ({
  page,
  size,
  total,
  pages: Math.max(1, Math.ceil(total / size)),
})
