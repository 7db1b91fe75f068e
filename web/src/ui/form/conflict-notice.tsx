import { Button } from '../base/button.tsx'
import { Notice } from '../base/states.tsx'

interface ConflictNoticeProps<Field extends string> {
  readonly labels: Readonly<Record<Field, string>>
  /** The stored values, in the form's representation. */
  readonly stored: Readonly<Record<NoInfer<Field>, unknown>>
  readonly typed: Readonly<Partial<Record<NoInfer<Field>, unknown>>>
  /** The label of the button that keeps the input. */
  readonly keepLabel?: string
  /** Formats a field's value. Returns undefined for text, numbers, and yes or no, which are shown as they are. */
  readonly textOf?: (field: Field, value: unknown) => string | undefined
  readonly onApplyStored: (fields: readonly Field[]) => void
}

const toText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (value === null || value === undefined) return ''
  // A group of fields is an object. Its JSON is only compared, since `textOf` describes the group in words.
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim()
}

/** Shown when another user saved first: lists the stored value of each field that differs from the typed one. */
export function ConflictNotice<Field extends string>(props: ConflictNoticeProps<Field>) {
  const { labels, stored, typed, keepLabel = 'Lagre likevel', textOf, onApplyStored } = props
  const fields = Object.keys(labels) as Field[]
  const differing = fields.filter((field) => toText(stored[field]) !== toText(typed[field]))
  return (
    <Notice tone="warning">
      <p className="font-semibold">Endret av en annen i mellomtiden</p>
      {differing.length === 0 ? (
        <p className="mt-1 text-ink">Det som er lagret nå, er det samme som du har skrevet.</p>
      ) : (
        <>
          <p className="mt-1 text-ink">
            Velg hva som skal gjelde. «{keepLabel}» bruker det som står i feltene nedenfor.
          </p>
          <ul className="mt-2 flex flex-col text-ink">
            {differing.map((field) => (
              <li key={field} className="flex items-start gap-3 border-warning/30 border-t py-2">
                <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <span className="text-soft">{labels[field]} lagret nå: </span>
                  <span className="line-clamp-3 whitespace-pre-wrap">
                    {(textOf?.(field, stored[field]) ?? toText(stored[field])) || '(tomt)'}
                  </span>
                </p>
                <Button size="small" aria-label={`Bruk denne: ${labels[field]}`} onClick={() => onApplyStored([field])}>
                  Bruk denne
                </Button>
              </li>
            ))}
          </ul>
          {differing.length > 1 && (
            <Button size="small" className="mt-1" onClick={() => onApplyStored(differing)}>
              Bruk alt som er lagret
            </Button>
          )}
        </>
      )}
    </Notice>
  )
}
