/** Text with tabular digits, which align in columns. Other characters stay as they are: wider periods and colons would pull dates apart. */
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
