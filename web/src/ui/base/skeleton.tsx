import { cx } from './cx.ts'

/** A grey bar in place of loading text. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-pulse rounded-sm bg-sunken motion-reduce:animate-none', className)}
    />
  )
}
