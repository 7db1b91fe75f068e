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

/** The placeholder of a list: a row for each of `widths`, with a bar of that width. `height` and `widths` are class names. */
export function SkeletonRows({ height, widths }: { height: string; widths: readonly string[] }) {
  return (
    <div className="border-rule border-t">
      {widths.map((width) => (
        <div key={width} className={cx('flex items-center border-rule border-b', height)}>
          <Skeleton className={cx('h-3.5', width)} />
        </div>
      ))}
    </div>
  )
}

/** The placeholder of a form in two columns. */
export function SkeletonFields({ count }: { count: number }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart, and they never move.
        <div key={index} className="flex flex-col gap-1.5">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
    </div>
  )
}
