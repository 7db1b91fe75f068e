import { z } from 'zod'
import { dateOf } from './time.ts'

/** The most rows that one page may hold. */
export const maxPageSize = 200

/**
 * The most rows that a list without pages answers, the newest ones: 10 000 rows are some 5 MB. A screen that gets as many says
 * that there may be more (`docs/decisions/0032`).
 */
export const maxListRows = 10_000

/** The header with the cursor of a list's next page; missing on the last one. */
export const nextCursorHeader = 'x-next-cursor'

/** Where a page of a list by date ends: the `createdAt` (ISO 8601) and `id` of its last row. */
export interface Cursor {
  readonly createdAt: string
  readonly id: string
}

/** Milliseconds since 1970 and the id. */
const cursorPattern = /^(\d{1,13}),([\w-]{1,100})$/

/** A cursor as `nextCursorHeader` holds it. */
export const cursorSchema = z
  .string()
  .max(114, 'Ugyldig side')
  .regex(cursorPattern, 'Ugyldig side')
  .transform((text): Cursor => {
    const [, milliseconds, id = ''] = cursorPattern.exec(text) ?? []
    return { createdAt: new Date(Number(milliseconds)).toISOString(), id }
  })

/** The cursor of the page after a row, as it goes into `nextCursorHeader`. */
export const cursorAfter = ({ createdAt, id }: Cursor): string => `${dateOf(createdAt).getTime()},${id}`

/** Query parameters of a list that comes in pages: `page` counts from 1; `size` rows each. */
export const pageQuery = (defaultSize: number) =>
  z.object({
    page: z.coerce
      .number('Ugyldig side')
      .int('Ugyldig side')
      .min(1, 'Ugyldig side')
      .max(1_000_000, 'Ugyldig side')
      .default(1),
    size: z.coerce
      .number('Ugyldig sidestørrelse')
      .int('Ugyldig sidestørrelse')
      .min(1, 'Ugyldig sidestørrelse')
      .max(maxPageSize, `Høyst ${maxPageSize} per side`)
      .default(defaultSize),
  })

/** Where in the whole list a page stands. */
export const paginationSchema = z.object({ page: z.int(), size: z.int(), total: z.int(), pages: z.int() })

export type Pagination = z.output<typeof paginationSchema>

/** Describes page `page` of `total` rows; an empty list has one (empty) page. */
export const pagination = (page: number, size: number, total: number): Pagination => ({
  page,
  size,
  total,
  pages: Math.max(1, Math.ceil(total / size)),
})
