import { z } from 'zod'

/** The most rows that one page may hold. */
export const maxPageSize = 200

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
