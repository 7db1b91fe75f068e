import type { Field, Fields, FlagNames, ListedField, TypedNames, ValuesOf } from '@kontor/contract/shared/field-kinds'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { visitorLimits } from '@kontor/contract/shared/public-form'
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react'
import type { SaveField } from '../../platform/field-saving.ts'
import { formatDay } from '../../platform/format/days.ts'
import { counted, formatDateTime, formatNumber, formatOre } from '../../platform/format.ts'
import { MailLink, PhoneLink, websiteLink } from '../base/address-links.tsx'
import { Button } from '../base/button.tsx'
import { Figures } from '../base/figures.tsx'
import { ChevronDownIcon } from '../base/icons.tsx'
import { emptyCell } from '../table/column-cells.tsx'
import type { Column } from '../table/data-table-model.ts'
import { type EditableField, type FieldValue, RecordField } from './record-field.tsx'
import { RecordPart } from './record-sheet.tsx'

type Value = string | number | boolean | null

const readField = (record: object, name: string): Value => Reflect.get(record, name) ?? null

/** Formats a field's value for a list. */
export const fieldCell = ({ kind }: ListedField, value: Value): ReactNode => {
  if (value === null || value === '') return emptyCell
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (typeof value === 'number')
    return <Figures text={kind === 'decimal' ? formatOre(value * 100) : formatNumber(value)} />
  if (kind === 'phone') return <PhoneLink phone={value} />
  if (kind === 'email') return <MailLink email={value} />
  if (kind === 'organizationNumber') return <Figures text={formatOrganizationNumber(value)} />
  return kind === 'date' ? <Figures text={formatDay(value)} /> : value
}

/** Formats a field's value for a sentence; '' for none. */
export const fieldText = ({ kind }: Field, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (typeof value === 'number') return formatNumber(value)
  const text = String(value ?? '')
  return text && kind === 'date' ? formatDay(text) : text
}

/** Returns the list's columns, beginning with the columns that are shown by default. */
export const fieldColumns = <Row extends object>(fields: Fields): Column<Row>[] =>
  (['shown', undefined] as const).flatMap((column) =>
    Object.entries(fields).flatMap(([id, field]) =>
      field.column === column
        ? {
            id,
            header: field.label,
            pickable: column ?? 'hidden',
            ...(field.kind === 'organizationNumber' && { className: 'w-30' }),
            cell: (row: Row) => fieldCell(field, readField(row, id)),
          }
        : [],
    ),
  )

/** Returns the list's columns for times that the server sets. */
export const timeColumns = <Row extends object>(
  times: Readonly<Record<string, { readonly label: string }>>,
): Column<Row>[] =>
  Object.entries(times).map(([id, { label }]) => ({
    id,
    header: label,
    pickable: 'hidden',
    className: 'w-36',
    cell: (row) => {
      const at = String(readField(row, id))
      return (
        <time dateTime={at}>
          <Figures text={formatDateTime(at)} />
        </time>
      )
    },
  }))

/** Returns the facts of a record on a narrow screen, with dots between them. */
export const narrowFacts = (fields: Fields, record: object): string =>
  Object.entries(fields)
    .flatMap(([name, { kind, inNarrowRow }]) => {
      const value = readField(record, name)
      if (!inNarrowRow || !value) return []
      return kind === 'organizationNumber' ? formatOrganizationNumber(String(value)) : String(value)
    })
    .join(' · ')

const linkOf = ({ kind }: Field, value: string): ReactNode => {
  if (kind === 'phone') return <PhoneLink phone={value} />
  if (kind === 'email') return <MailLink email={value} />
  return kind === 'website' ? websiteLink(value) : null
}

const recordKinds: Readonly<Partial<Record<Field['kind'], Partial<Parameters<typeof RecordField>[0]>>>> = {
  email: { inputType: 'email' },
  phone: { inputType: 'tel' },
  text: { kind: 'textarea' },
  integer: { kind: 'integer' },
  decimal: { kind: 'decimal' },
  date: { kind: 'date' },
}

interface EntityFieldProps<F extends Fields> {
  readonly ref?: Ref<EditableField> | undefined
  readonly fields: F
  readonly record: ValuesOf<F>
  readonly name: TypedNames<F>
  readonly isLate?: boolean
  readonly onSave: SaveField<FieldValue>
}

/** A field of a record, edited in place by typing. Renders nothing for a flag. */
export function EntityField<F extends Fields>(props: EntityFieldProps<F>) {
  const { ref, fields, record, name, isLate = false, onSave } = props
  const field: Field | undefined = fields[name]
  const value = readField(record, name)
  if (!field || typeof value === 'boolean') return null
  return (
    <RecordField
      ref={ref}
      {...recordKinds[field.kind]}
      {...('max' in field && { maxLength: field.max })}
      {...(field.kind === 'email' && { maxLength: visitorLimits.email })}
      {...(field.kind === 'organizationNumber' && { shown: formatOrganizationNumber(String(value ?? '')) })}
      required={field.required ?? false}
      label={field.label}
      value={value}
      isLate={isLate}
      link={typeof value === 'string' ? linkOf(field, value) : null}
      onSave={onSave}
    />
  )
}

interface EntityFieldsProps<F extends Fields> {
  readonly fields: F
  /** The first groups, in order; all others follow. */
  readonly groups: readonly NonNullable<F[keyof F]['group']>[]
  readonly record: ValuesOf<F>
  readonly saving: (name: TypedNames<F>) => SaveField<FieldValue>
  /** Renders an optional flag, below the other fields of its group. */
  readonly flag?: (name: FlagNames<F>) => ReactNode
}

const isEmpty = (record: object, name: string): boolean => [null, ''].includes(readField(record, name) as string | null)

/**
 * The fields of a record under the headings of their groups, each edited in place. Empty fields are folded away; a field that is emptied
 * here stays visible.
 */
export function EntityFields<F extends Fields>({ fields, groups, record, saving, flag }: EntityFieldsProps<F>) {
  const isFlag = (name: string): name is FlagNames<F> => fields[name]?.kind === 'boolean'
  const isTyped = (name: string): name is TypedNames<F> => !isFlag(name)
  const others = Object.values(fields).flatMap(({ group }) => group ?? [])
  const parts = [...new Set([...groups, ...others])].map((title) => {
    const names = Object.keys(fields).filter((name) => fields[name]?.group === title)
    return { title, names: [...names.filter(isTyped), ...(flag ? names.filter(isFlag) : [])] }
  })
  const names = parts.flatMap((part) => part.names)
  const [filled, setFilled] = useState<readonly string[]>([])
  const filledSince = names.filter((name) => !isEmpty(record, name) && !filled.includes(name))
  if (filledSince.length > 0) setFilled([...filled, ...filledSince])
  const empty: readonly string[] = names.filter((name) => !filled.includes(name) && isEmpty(record, name))
  /** The first of the empty fields, which gets the focus once the user unfolds them; undefined until then. */
  const [unfolded, setUnfolded] = useState<string>()
  const first = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (unfolded !== undefined) first.current?.querySelector('button')?.focus()
  }, [unfolded])
  const isShown = (name: string): boolean => unfolded !== undefined || !empty.includes(name)

  return (
    <>
      {parts.map(
        (part) =>
          part.names.some(isShown) && (
            <RecordPart key={part.title} title={part.title}>
              <div data-beside className="flex flex-col gap-1">
                {part.names.filter(isShown).map((name) => (
                  <div key={name} ref={name === unfolded ? first : undefined}>
                    {isTyped(name) ? (
                      <EntityField fields={fields} record={record} name={name} onSave={saving(name)} />
                    ) : (
                      isFlag(name) && flag?.(name)
                    )}
                  </div>
                ))}
              </div>
            </RecordPart>
          ),
      )}
      {empty.length > 0 && unfolded === undefined && (
        <Button
          data-unfolds
          variant="quiet"
          size="small"
          className="-ml-2.5 self-start"
          onClick={() => setUnfolded(empty[0])}
        >
          <ChevronDownIcon /> Vis {counted(empty.length, 'tomt felt', 'tomme felter')}
        </Button>
      )}
    </>
  )
}
