import type { ServiceId } from '../../../content/service-texts.ts'

/** SVG paths: `ink` in the text's colour, `thread` in the signal colour. */
const drawings: Readonly<Record<ServiceId, { readonly ink: string; readonly thread: string }>> = {
  digitalisation: {
    ink: 'M13 8h16l6 6v26H13zM29 8v6h6M18 22h12M18 34h7',
    thread: 'M2 44c6-14 10-16 16-16h22c4 0 6-2 6-6',
  },
  quality: { ink: 'M24 6l14 5v12c0 9-6 15-14 19c-8-4-14-10-14-19V11z', thread: 'm17 24 5 6 10-13' },
  environment: {
    ink: 'M24 42V20M24 30c-9 0-14-5-14-14c9 0 14 5 14 14M24 24c0-9 5-15 15-15c0 10-5 15-15 15',
    thread: 'M6 42c8-4 12 3 19 0s11-3 17 0',
  },
  lighthouse: {
    ink: 'M20 18h8l3 24H17zM19 12h10v6H19zM21 12c0-4 1-6 3-7c2 1 3 3 3 7M19 27h10',
    thread: 'M14 14 4 11M34 14l10-3M14 18 5 20M34 18l9 2',
  },
  transparency: {
    ink: 'M12 14a4 4 0 1 0 0-8a4 4 0 0 0 0 8M10 42a4 4 0 1 0 0-8a4 4 0 0 0 0 8M38 29a5 5 0 1 0 0-10a5 5 0 0 0 0 10M16 11c10 1 10 11 17 12',
    thread: 'M14 37c11-1 10-9 19-11',
  },
}

export function ServiceDrawing({ id }: { id: ServiceId }) {
  const { ink, thread } = drawings[id]
  return (
    <svg
      viewBox="0 0 48 48"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-11 sm:size-12 lg:size-14"
    >
      <path d={ink} stroke="currentColor" strokeWidth="2" />
      <path d={thread} className="stroke-signal" strokeWidth="2.75" />
    </svg>
  )
}
