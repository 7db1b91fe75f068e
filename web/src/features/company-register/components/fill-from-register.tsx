import { type RegisterValues, registerValues } from '@kontor/contract/company-register/company-register.values.rules'
import { type ReactNode, useRef, useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { FoundCompany } from '../company-register.api.ts'
import { CompanySearchField } from './company-search-field.tsx'

type Value = string | number | boolean
type Values<Name extends string> = Partial<Record<Name, Value | null | undefined>>

interface Conflict<Name extends string> {
  readonly name: Name
  readonly from: Value
  readonly to: Value
}

interface FillFromRegisterProps<Name extends string> {
  /** The fields that the register may fill, in the form's order, with their labels. */
  readonly labels: Readonly<Record<Name, string>>
  /** What the form holds at the moment of the choice. */
  readonly current: () => Values<NoInfer<Name>>
  /** What the fields would hold by the register; null or absent where it says nothing. */
  readonly propose: (register: RegisterValues) => Values<NoInfer<Name>>
  /** Takes those values that the form should have now. */
  readonly onFill: (values: Partial<Record<NoInfer<Name>, Value>>) => void
  /** Of the search field. */
  readonly label?: string
  readonly hint?: ReactNode
}

const isEmpty = (value: Value | null | undefined): value is null | undefined | '' =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const shown = (value: Value): string => {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  return typeof value === 'number' ? formatNumber(value) : value
}

const same = (a: Value, b: Value): boolean => String(a).trim() === String(b).trim()

interface QuestionProps<Name extends string> {
  readonly company: string
  readonly labels: Readonly<Record<Name, string>>
  readonly conflicts: readonly Conflict<Name>[]
  readonly onReplace: (conflicts: readonly Conflict<Name>[]) => void
  readonly onClose: () => void
}

/** What stands in the form beside what the register says, field by field; nothing is replaced that was not ticked. */
function FillQuestion<Name extends string>(props: QuestionProps<Name>) {
  const { company, labels, conflicts, onReplace, onClose } = props
  const [ticked, setTicked] = useState<ReadonlySet<Name>>(new Set())
  const chosen = conflicts.filter(({ name }) => ticked.has(name))
  const toggle = (name: Name) =>
    setTicked((names) => new Set(names.has(name) ? [...names].filter((one) => one !== name) : [...names, name]))

  return (
    <Dialog
      title="Erstatte det som står i feltene?"
      description={`Enhetsregisteret sier noe annet om ${company}. Velg hva som skal erstattes.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Behold alt</Button>
          <Button variant="primary" aria-disabled={chosen.length === 0} onClick={() => onReplace(chosen)}>
            Erstatt valgte
          </Button>
        </>
      }
    >
      <ul className="flex flex-col">
        {conflicts.map(({ name, from, to }) => (
          <li key={name} className="flex items-start gap-2 border-rule border-t py-2 text-sm first:border-t-0">
            <Checkbox aria-label={`Erstatt ${labels[name]}`} checked={ticked.has(name)} onChange={() => toggle(name)} />
            <dl className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <dt className="font-medium">{labels[name]}</dt>
              <dd>
                <span className="text-soft">Nå:</span> {shown(from)}
              </dd>
              <dd>
                <span className="text-soft">Registeret:</span> {shown(to)}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      {conflicts.length > 1 && (
        <Button size="small" className="mt-2" onClick={() => setTicked(new Set(conflicts.map(({ name }) => name)))}>
          Velg alle
        </Button>
      )}
    </Dialog>
  )
}

/**
 * The company search with the filling of a form: empty fields are filled at once, and over existing values it asks field by
 * field. Details that come after the choice fill what they can then.
 */
export function FillFromRegister<Name extends string>(props: FillFromRegisterProps<Name>) {
  const { labels, current, propose, onFill, label, hint } = props
  const [question, setQuestion] = useState<{ company: string; conflicts: readonly Conflict<Name>[] } | null>(null)
  /** The fields for which the chosen company's value was seen already. */
  const seen = useRef<Set<Name>>(new Set())

  const fill = (company: FoundCompany) => {
    const proposed = propose(registerValues(company, company.accounts ?? [], company.roles))
    const present = current()
    const values: Partial<Record<Name, Value>> = {}
    const conflicts: Conflict<Name>[] = []
    for (const name of Object.keys(labels) as Name[]) {
      const [from, to] = [present[name], proposed[name]]
      if (isEmpty(to) || to === undefined || seen.current.has(name)) continue
      seen.current.add(name)
      if (isEmpty(from)) values[name] = to
      else if (from !== undefined && !same(from, to)) conflicts.push({ name, from, to })
    }
    if (Object.keys(values).length > 0) onFill(values)
    if (conflicts.length > 0) {
      setQuestion((open) => ({ company: company.navn, conflicts: [...(open?.conflicts ?? []), ...conflicts] }))
    }
  }

  const fillAnew = (company: FoundCompany) => {
    seen.current = new Set()
    setQuestion(null)
    fill(company)
  }

  const replace = (conflicts: readonly Conflict<Name>[]) => {
    if (conflicts.length === 0) return
    const values: Partial<Record<Name, Value>> = {}
    for (const { name, to } of conflicts) values[name] = to
    onFill(values)
    setQuestion(null)
  }

  return (
    <>
      <CompanySearchField
        {...(label !== undefined && { label })}
        {...(hint !== undefined && { hint })}
        onSelect={fillAnew}
        onDetails={fill}
      />
      {question && (
        // biome-ignore lint/a11y/noStaticElementInteractions: React hands the dialog's keys on to the form around the search, where Ctrl+Enter would save
        <div onKeyDown={(event) => event.stopPropagation()}>
          <FillQuestion {...question} labels={labels} onReplace={replace} onClose={() => setQuestion(null)} />
        </div>
      )}
    </>
  )
}
