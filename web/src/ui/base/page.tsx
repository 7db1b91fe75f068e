import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Sets the width and the margins of a screen's content. `dense` reduces the space above it. */
export function Page({ dense = false, children }: { dense?: boolean; children: ReactNode }) {
  return <div className={cx('mx-auto max-w-page px-4 pb-20 sm:px-7', dense ? 'pt-3' : 'pt-5')}>{children}</div>
}
