import { formatNumber } from '../platform/format.ts'
import { Button } from './button.tsx'

interface PagerProps {
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly onPageChange: (page: number) => void
}

/** Page navigation of a list; renders nothing for a single page. */
export function Pager({ page, pages, onPageChange }: PagerProps) {
  if (pages <= 1) return null
  const go = (to: number) => to >= 1 && to <= pages && onPageChange(to)
  return (
    <nav aria-label="Sider" className="mt-4 flex items-center justify-center gap-3 text-[0.8125rem]">
      <Button size="small" aria-disabled={page <= 1} onClick={() => go(page - 1)}>
        Forrige
      </Button>
      <span className="tabular-nums">
        Side {formatNumber(page)} av {formatNumber(pages)}
      </span>
      <Button size="small" aria-disabled={page >= pages} onClick={() => go(page + 1)}>
        Neste
      </Button>
    </nav>
  )
}
