import { type RegisterValues, registerValues } from '@kontor/contract/company-register/company-register.values.rules'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { useRef, useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import type { FoundCompany } from '../company-register.api.ts'
import { CompanySearchField } from './company-search-field.tsx'

type Value = string | number | boolean
type Values<Name extends string> = Partial<Record<Name, Value | null | undefined>>

interface Conflict<Name extends string> {
  readonly name: Name
  readonly from: Value
  /** The register's value; null clears the field. */
  readonly to: Value | null
}

interface FillFromRegisterProps<Name extends string> {
  /** The fields that the register may fill, in the form's order, with their labels. */
  readonly labels: Readonly<Record<Name, string>>
  readonly current: () => Values<NoInfer<Name>>
  /** Returns the form values for the register's data; null or undefined where the register has no value. */
  readonly propose: (register: RegisterValues) => Required<Values<NoInfer<Name>>>
  /** Sets the form's fields; null clears a field. */
  readonly onFill: (values: Partial<Record<NoInfer<Name>, Value | null>>) => void
  /** The stored organisation number. If the user chooses another company, asks whether to clear stored values that the new company lacks. */
  readonly storedNumber?: string | null | undefined
}

const isEmpty = (value: Value | null | undefined): value is null | undefined | '' =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const formatValue = (value: Value | null): string => {
  if (value === null) return 'ingenting (feltet tømmes)'
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

/** Shows where the form's values differ from the register's. Replaces the values whose boxes the user leaves ticked. */
function FillQuestion<Name extends string>(props: QuestionProps<Name>) {
  const { company, labels, conflicts, onReplace, onClose } = props
  const [unticked, setUnticked] = useState<ReadonlySet<Name>>(new Set())
  const chosen = conflicts.filter(({ name }) => !unticked.has(name))
  const toggle = (name: Name) =>
    setUnticked((names) => new Set(names.has(name) ? [...names].filter((one) => one !== name) : [...names, name]))

  return (
    <Dialog
      title="Erstatte det som står i feltene?"
      description={`Enhetsregisteret sier noe annet om ${company}. Fjern haken ved det du vil beholde.`}
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
            <Checkbox
              aria-label={`Erstatt ${labels[name]}`}
              checked={!unticked.has(name)}
              onChange={() => toggle(name)}
            />
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
    </Dialog>
  )
}

/** Returns true once the details that can fill a form have loaded or failed to load. */
const isLoaded = ({ accounts, roles }: FoundCompany): boolean => accounts !== undefined && roles !== undefined

/**
 * Fills a form from the company search. Replaces or clears fields at once if they are empty, or if the register filled them and the user
 * hasn't edited them. For other fields, the user decides field by field. Details that arrive later are handled the same way
 * (docs/customers.md#lookups-in-the-register).
 */
export function FillFromRegister<Name extends string>(props: FillFromRegisterProps<Name>) {
  const { labels, current, propose, onFill, storedNumber } = props
  const [question, setQuestion] = useState<Question<Name> | null>(null)
  /** The fields that were already filled or offered for the chosen company. */
  const handled = useRef<Set<Name>>(new Set())
  /** The number of the company chosen last. If it differs from the next choice, the form's values may be about another company. */
  const chosenNumber = useRef<string | null>(null)
  const isAnotherCompany = useRef(false)
  /** The values that the register filled in, by field. */
  const filled = useRef<Map<Name, Value>>(new Map())

  const write = (values: ReadonlyMap<Name, Value | null>) => {
    for (const [name, value] of values) {
      if (value === null) filled.current.delete(name)
      else filled.current.set(name, value)
    }
    if (values.size > 0) onFill(Object.fromEntries(values) as Partial<Record<Name, Value | null>>)
  }

  const fill = (company: FoundCompany) => {
    const proposed = propose(registerValues(company, company.accounts ?? [], company.roles))
    const present = current()
    const values = new Map<Name, Value | null>()
    const conflicts: Conflict<Name>[] = []
    for (const name of Object.keys(labels) as Name[]) {
      const [from, next, own] = [present[name], proposed[name], filled.current.get(name)]
      const to = isEmpty(next) ? null : next
      if (handled.current.has(name)) continue
      const isOurs = own !== undefined && !isEmpty(from) && isSame(from, own)
      // Clears the values of the company chosen before at once, even while the new company's details are loading.
      if (isOurs && to === null) values.set(name, null)
      if (to === null && !isLoaded(company)) continue
      handled.current.add(name)
      if (isEmpty(from) || isOurs) {
        if (to !== null) values.set(name, to)
      } else if (to === null ? isAnotherCompany.current : !isSame(from, to)) conflicts.push({ name, from, to })
    }
    write(values)
    if (conflicts.length > 0) {
      setQuestion((open) => ({ company: company.navn, conflicts: [...(open?.conflicts ?? []), ...conflicts] }))
    }
  }

  const startFill = (company: FoundCompany) => {
    const earlier = [organizationNumberDigits(storedNumber ?? ''), chosenNumber.current]
    isAnotherCompany.current = earlier.some((number) => number !== null && number !== company.organisasjonsnummer)
    chosenNumber.current = company.organisasjonsnummer
    handled.current = new Set()
    setQuestion(null)
    fill(company)
  }

  const replace = (conflicts: readonly Conflict<Name>[]) => {
    if (conflicts.length === 0) return
    write(new Map(conflicts.map(({ name, to }) => [name, to])))
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
