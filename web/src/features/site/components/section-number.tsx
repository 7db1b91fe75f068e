/** The number of a section, with a short line that leads to its title. */
export function SectionNumber({ children }: { children: string }) {
  return (
    <p aria-hidden="true" className="mb-5 flex items-center gap-4 font-semibold text-small tabular-nums">
      {children}
      <span className="h-px w-16 bg-current opacity-40" />
    </p>
  )
}
