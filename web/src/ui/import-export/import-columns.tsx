import type { ChosenColumns, ImportMapping } from '@kontor/contract/shared/imports'
import { failedRowsHeader } from '@kontor/contract/shared/spreadsheet'
import { useId, useState } from 'react'
import { cx } from '../base/cx.ts'
import { ChevronDownIcon } from '../base/icons.tsx'
import { Notice } from '../base/states.tsx'
import { Select } from '../form/select.tsx'

const skip = 'skip'

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} og ${words.at(-1)}`

/** `A`, `B` … `AA`, as spreadsheet programs name columns. */
const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

const headerOf = ({ columns }: ImportMapping, at: number): string => columns[at]?.header || `Kolonne ${letterOf(at)}`

/** Explains why these columns can't be imported; null if they can. */
export const columnsProblem = (mapping: ImportMapping, chosen: ChosenColumns): string | null => {
  const twice = chosen.find((field, at) => field !== null && chosen.indexOf(field) !== at)
  if (twice === undefined) return null
  const label = mapping.fields.find(({ field }) => field === twice)?.label
  const headers = chosen.flatMap((field, at) => (field === twice ? `«${headerOf(mapping, at)}»` : []))
  return `${label} kan bare komme fra én kolonne, men er valgt for ${joined(headers)}.`
}

interface ImportColumnsProps {
  readonly mapping: ImportMapping
  readonly chosen: ChosenColumns
  readonly onChange: (chosen: ChosenColumns) => void
}

/** Chooses the field for each column of a file. Closed at first if every column has a field. */
export function ImportColumns({ mapping, chosen, onChange }: ImportColumnsProps) {
  const { columns, fields } = mapping
  const id = useId()
  const [isOpen, setOpen] = useState(() =>
    columns.some(({ header, field }) => field === null && header !== failedRowsHeader),
  )
  const read = chosen.filter((field) => field !== null).length
  const missing = fields.filter(({ field, required }) => required && !chosen.includes(field))
  const problem = columnsProblem(mapping, chosen)
  const options = [
    { value: skip, label: 'Hopp over' },
    ...fields.map(({ field, label, required }) => ({ value: field, label: required ? `${label} *` : label })),
  ]
  const choose = (at: number, value: string) =>
    onChange(chosen.map((field, place) => (place === at ? (value === skip ? null : value) : field)))

  return (
    <section className="mb-4">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-9 w-full items-center gap-2 rounded-sm text-left text-sm"
        >
          <ChevronDownIcon className={cx('size-4 shrink-0 text-soft', !isOpen && '-rotate-90')} />
          <span className="font-medium">Kolonner</span>
          <span className="text-soft">
            {read} av {columns.length} leses
          </span>
        </button>
      </h3>
      {missing.length > 0 && (
        <Notice tone="warning">
          Ingen kolonne går til {joined(missing.map(({ label }) => label))}. Nye rader kan ikke importeres uten.
        </Notice>
      )}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <ul id={id} hidden={!isOpen} className="mt-1 max-h-60 overflow-y-auto overscroll-contain border-rule border-t">
        {columns.map(({ header, sample }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and never move
            key={at}
            className="grid grid-cols-2 items-center gap-3 border-rule border-b py-1"
          >
            <span className="min-w-0 text-[0.8125rem] leading-snug">
              <span className={cx('block truncate font-medium', !header && 'text-soft')} title={header}>
                {headerOf(mapping, at)}
              </span>
              <span className="block truncate text-soft">{sample || '–'}</span>
            </span>
            <Select
              aria-label={`Felt for ${headerOf(mapping, at)}`}
              value={chosen[at] ?? skip}
              onValueChange={(value) => choose(at, value)}
              options={options}
              className={cx(chosen[at] === null && 'text-soft')}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
