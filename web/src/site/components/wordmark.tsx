import { useCompany } from '../../platform/site-content.ts'

/** Draws the company's mark: two contour lines and a coloured line. */
function Mark() {
  return (
    <svg viewBox="0 0 32 25.5" fill="none" strokeLinecap="round" aria-hidden="true" className="h-[1.4rem] w-7">
      <path d="M2 4c5-3.6 9.3-2.4 14 .6S25 8 30 4.4" stroke="currentColor" strokeWidth="2.2" />
      <path d="M2 12c5-3.6 9.3-2.4 14 .6s9 3.4 14-.2" stroke="currentColor" strokeWidth="2.2" />
      <path d="M2 20c5-3.6 9.3-2.4 14 .6s9 3.4 14-.2" className="stroke-(--thread)" strokeWidth="2.8" />
    </svg>
  )
}

export function Wordmark() {
  const { shortName } = useCompany()
  return (
    <span className="wrap-anywhere flex items-center gap-2.5 font-bold text-[min(1.1875rem,6vw)] leading-tight tracking-[-0.02em]">
      <Mark />
      {shortName}
    </span>
  )
}
