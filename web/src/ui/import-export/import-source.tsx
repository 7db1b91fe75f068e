import { charsets, type FileChoice, type ImportMapping } from '@kontor/contract/shared/imports'
import { shorten } from '../../platform/shorten.ts'
import { Notice } from '../base/states.tsx'
import { Select } from '../form/select.tsx'

/** Maximum characters of a row's text in the menu that chooses the row of headers. */
const maxRowLabel = 60

/** Maximum rows of the file that are shown below the menus. */
const shownRows = 5

interface ImportSourceProps {
  readonly mapping: ImportMapping
  readonly source: FileChoice
  /** Called with the new choice of sheet, header row or charset, and with the label of its select, to read the file again. */
  readonly onChange: (source: FileChoice, name: string) => void
}

const charsetOf = (value: string): FileChoice['charset'] =>
  Object.keys(charsets).find((key): key is keyof typeof charsets => key === value)

const namesOf = (names: readonly string[]): string => names.map((name) => `«${name}»`).join(', ')

/** Shows a file's first rows, and lets the user choose the sheet, the row of headers and the character set of a text file. */
export function ImportSource({ mapping, source, onChange }: ImportSourceProps) {
  const { sheet, otherSheets, hiddenSheets, charset, headerRow, rows } = mapping
  const isListed = rows.some(({ row }) => row === headerRow)
  const rowOptions = rows.map(({ row, cells }) => ({
    value: String(row),
    label: `Rad ${row}: ${shorten(cells.filter(Boolean).join(', '), maxRowLabel)}`,
  }))
  return (
    <section className="mb-4 flex flex-col gap-2">
      {otherSheets.length > 0 && (
        <Notice tone="warning">
          Bare arket «{sheet}» leses. Filen har også rader i {namesOf(otherSheets)}.
        </Notice>
      )}
      {hiddenSheets.length > 0 && <Notice tone="warning">Skjulte ark leses ikke: {namesOf(hiddenSheets)}.</Notice>}
      <div className="flex flex-wrap gap-2">
        {sheet !== null && otherSheets.length > 0 && (
          <Select
            aria-label="Ark"
            value={sheet}
            onValueChange={(name) => onChange({ sheet: name }, 'Ark')}
            options={[sheet, ...otherSheets].map((name) => ({ value: name, label: `Ark: ${name}` }))}
          />
        )}
        <Select
          aria-label="Overskrifter"
          value={String(headerRow)}
          onValueChange={(row) =>
            onChange({ ...source, ...(sheet !== null && { sheet }), headerRow: Number(row) }, 'Overskrifter')
          }
          options={isListed ? rowOptions : [...rowOptions, { value: String(headerRow), label: `Rad ${headerRow}` }]}
        />
        {charset !== null && (
          <Select
            aria-label="Tegnsett"
            value={charset}
            onValueChange={(value) => onChange({ ...source, charset: charsetOf(value) }, 'Tegnsett')}
            options={Object.entries(charsets).map(([value, label]) => ({ value, label }))}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys */}
      <section className="overflow-x-auto" tabIndex={0} aria-label="Filens første rader">
        <table className="text-left text-[0.8125rem] text-soft">
          <tbody>
            {rows.slice(0, shownRows).map(({ row, cells }) => (
              <tr key={row} className="border-rule border-b">
                <th scope="row" className="pr-3 font-normal tabular-nums">
                  {row}
                </th>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity, and never move
                  <td key={at} className="max-w-40 truncate pr-3">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
