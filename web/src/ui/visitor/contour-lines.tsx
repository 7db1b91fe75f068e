import { cx } from '../base/cx.ts'

/** The contour lines in the letterhead of mails and PDFs. `part` is the drawn fraction of a line. */
const contours = [
  { part: 1, colour: 'stroke-fjord-line/50' },
  { part: 0.86, colour: 'stroke-fjord-line/75' },
  { part: 0.61, colour: 'stroke-fjord' },
  { part: 0.23, colour: 'stroke-signal' },
] as const

const width = 1000

/** The company's contour lines, across the page. Decoration. */
export function ContourLines({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${width} 26`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className={cx('block h-6 w-full', className)}
    >
      {contours.map(({ part, colour }, index) => {
        const [end, y] = [width * part, 7 + index * 4]
        return (
          <path
            key={part}
            d={`M0 ${y}C${end * 0.3} ${y - 8} ${end * 0.7} ${y + 8} ${end} ${y}`}
            vectorEffect="non-scaling-stroke"
            className={`${colour} print:stroke-ink`}
          />
        )
      })}
    </svg>
  )
}
