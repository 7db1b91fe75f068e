import { encode } from 'uqr'

/** Width of the white margin around the code, in modules, as QR readers require. */
const border = 4

/** A QR code. It is black on white even in the dark theme, since QR readers need the contrast. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border })
  const path = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-rule bg-[white] text-[black]"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
