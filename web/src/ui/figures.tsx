/**
 * Dates, times and numbers in figures of one width, so that they stand in columns. Only the figures: the typeface gives
 * its points and colons that width too, which tears a date apart.
 */
export function Figures({ text }: { text: string }) {
  return (
    <span className="tabular-nums">
      {[...text.matchAll(/\d+|\D+/g)].map(({ 0: part, index }) =>
        /\d/.test(part) ? (
          part
        ) : (
          <span key={index} className="normal-nums">
            {part}
          </span>
        ),
      )}
    </span>
  )
}
