import { Skeleton } from './skeleton.tsx'

const rows = ['w-[92%]', 'w-[78%]', 'w-[86%]', 'w-[70%]', 'w-[88%]', 'w-[74%]', 'w-[82%]', 'w-[68%]']

/** Placeholder for a loading list; `label` is for screen readers. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-9 w-full max-w-96" />
      <div className="mt-6 border-rule border-t">
        {rows.map((width) => (
          <div key={width} className="flex h-10 items-center gap-5 border-rule border-b px-2.5">
            <Skeleton className="size-4 shrink-0" />
            <Skeleton className="h-3 w-24 shrink-0 max-md:hidden" />
            <Skeleton className={`h-3 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  )
}
