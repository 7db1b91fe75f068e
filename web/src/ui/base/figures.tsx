/** Text with tabular digits, which align in columns. Only digits: the typeface would widen periods and colons, too, which pulls dates apart. */
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
