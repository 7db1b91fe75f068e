/**
 * Dates, times and numbers in figures of one width, so that they stand in columns. Only the figures: the typeface gives
 * its points and colons that width too, which tears a date apart.
 */
export function Figures({ text }: { text: string }) {
  let place = 0
  return (
    <span className="tabular-nums">
      {text.split(/([^\d]+)/).map((part) => {
        place += part.length
        return /\d/.test(part) ? (
          part
        ) : (
          <span key={place} className="normal-nums">
            {part}
          </span>
        )
      })}
    </span>
  )
}
