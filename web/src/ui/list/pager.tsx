import { formatNumber } from '../../platform/format.ts'
import { Button } from '../base/button.tsx'

interface PagerProps {
  /** The page, from 1 on. */
  readonly page: number
  readonly pages: number
  /** Rows per page. */
  readonly size: number
  /** The number of all rows. */
  readonly total: number
  readonly onPageChange: (page: number) => void
}

/** The page navigation of a list, with the range of rows shown, such as 51–72 av 72. Renders nothing for a single page. */
export function Pager({ page, pages, size, total, onPageChange }: PagerProps) {
  if (pages <= 1) return null
  const go = (to: number) => to >= 1 && to <= pages && onPageChange(to)
  const [first, last] = [(page - 1) * size + 1, Math.min(page * size, total)]
  return (
    <nav aria-label="Sider" className="mt-3 flex items-center justify-center gap-3 text-[0.8125rem]">
      <Button size="small" aria-disabled={page <= 1} onClick={() => go(page - 1)}>
        Forrige
      </Button>
      <span className="tabular-nums">
        <span className="sr-only">
          Side {formatNumber(page)} av {formatNumber(pages)}
        </span>
        <span>
          {formatNumber(first)}–{formatNumber(last)} av {formatNumber(total)}
        </span>
      </span>
      <Button size="small" aria-disabled={page >= pages} onClick={() => go(page + 1)}>
        Neste
      </Button>
    </nav>
  )
}
