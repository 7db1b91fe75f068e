import { type RegisterValues, registerValues } from '@kontor/contract/company-register/company-register.values.rules'
import { useRef, useState } from 'react'
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
  readonly current: () => Values<NoInfer<Name>>
  /** Maps the register's data to form values; null or absent where it has none. */
  readonly propose: (register: RegisterValues) => Values<NoInfer<Name>>
  readonly onFill: (values: Partial<Record<NoInfer<Name>, Value>>) => void
}

const isEmpty = (value: Value | null | undefined): value is null | undefined | '' =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const formatValue = (value: Value): string => {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  return typeof value === 'number' ? formatNumber(value) : value
}

const isSame = (a: Value, b: Value): boolean => String(a).trim() === String(b).trim()

interface Question<Name extends string> {
  readonly company: string
  readonly conflicts: readonly Conflict<Name>[]
}

interface QuestionProps<Name extends string> extends Question<Name> {
  readonly labels: Readonly<Record<Name, string>>
  readonly onReplace: (conflicts: readonly Conflict<Name>[]) => void
  readonly onClose: () => void
}

/** Compares the form's values with the register's, field by field; replaces only those the user ticks. */
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
                <span className="text-soft">Nå:</span> {formatValue(from)}
              </dd>
              <dd>
                <span className="text-soft">Registeret:</span> {formatValue(to)}
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
 * Fills a form from the company search: fills empty fields at once, and asks field by field before it replaces existing values.
 * Details that arrive after the choice are handled the same way.
 */
export function FillFromRegister<Name extends string>(props: FillFromRegisterProps<Name>) {
  const { labels, current, propose, onFill } = props
  const [question, setQuestion] = useState<Question<Name> | null>(null)
  /** The fields whose value from the chosen company has already been handled. */
  const handled = useRef<Set<Name>>(new Set())

  const fill = (company: FoundCompany) => {
    const proposed = propose(registerValues(company, company.accounts ?? [], company.roles))
    const present = current()
    const values: Partial<Record<Name, Value>> = {}
    const conflicts: Conflict<Name>[] = []
    for (const name of Object.keys(labels) as Name[]) {
      const [from, to] = [present[name], proposed[name]]
      if (isEmpty(to) || to === undefined || handled.current.has(name)) continue
      handled.current.add(name)
      if (isEmpty(from)) values[name] = to
      else if (from !== undefined && !isSame(from, to)) conflicts.push({ name, from, to })
    }
    if (Object.keys(values).length > 0) onFill(values)
    if (conflicts.length > 0) {
      setQuestion((open) => ({ company: company.navn, conflicts: [...(open?.conflicts ?? []), ...conflicts] }))
    }
  }

  const startFill = (company: FoundCompany) => {
    handled.current = new Set()
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
      <CompanySearchField onSelect={startFill} onDetails={fill} />
      {question && (
        // biome-ignore lint/a11y/noStaticElementInteractions: React bubbles the dialog's keys to the form around it, where Ctrl+Enter would save
        <div onKeyDown={(event) => event.stopPropagation()}>
          <FillQuestion {...question} labels={labels} onReplace={replace} onClose={() => setQuestion(null)} />
        </div>
      )}
    </>
  )
}
