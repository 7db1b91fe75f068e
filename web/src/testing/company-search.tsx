import { useState } from 'react'
import type { FoundCompany } from '../features/company-register/company-register.api.ts'
import { CompanySearchField } from '../features/company-register/components/company-search-field.tsx'
import { FillFromRegister } from '../features/company-register/components/fill-from-register.tsx'
import { Button } from '../ui/base/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Field, Input } from '../ui/form/field.tsx'

const labels = {
  name: 'Navn',
  email: 'E-post',
  phone: 'Telefon',
  organizationNumber: 'Organisasjonsnummer',
  address: 'Adresse',
  employees: 'Ansatte',
  revenueNok: 'Omsetning',
} as const

type Name = keyof typeof labels

const names = Object.keys(labels) as Name[]
const empty = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>

/** A form filled from the register, as in the dialog for a new customer. */
function FilledForm() {
  const [values, setValues] = useState(empty)
  const [saved, setSaved] = useState(0)
  return (
    <form
      onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && event.currentTarget.requestSubmit()}
      onSubmit={(event) => {
        event.preventDefault()
        setSaved((count) => count + 1)
      }}
      className="flex flex-col gap-3"
    >
      <FillFromRegister
        labels={labels}
        current={() => values}
        propose={(register) => register}
        onFill={(filled) =>
          setValues((before) => ({
            ...before,
            ...Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, String(value ?? '')])),
          }))
        }
      />
      {names.map((name) => (
        <Field key={name} label={labels[name]}>
          {(control) => (
            <Input
              {...control}
              value={values[name]}
              onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
            />
          )}
        </Field>
      ))}
      <p>Lagret {saved} ganger</p>
    </form>
  )
}

/** The search field with the chosen company, and a dialog with a form filled from the register. */
export function CompanySearchPage() {
  const [chosen, setChosen] = useState<FoundCompany | null>(null)
  const [details, setDetails] = useState<FoundCompany | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <main className="flex flex-col gap-4">
      <h1 className="font-semibold">Foretakssøk</h1>
      <CompanySearchField onSelect={setChosen} onDetails={setDetails} />
      <pre data-testid="chosen" className="overflow-y-auto">
        {JSON.stringify(chosen)}
      </pre>
      <pre data-testid="whole" className="overflow-y-auto">
        {JSON.stringify(details)}
      </pre>
      <Button onClick={() => setOpen(true)}>Ny kunde</Button>
      {open && (
        <Dialog title="Ny kunde" onClose={() => setOpen(false)}>
          <FilledForm />
        </Dialog>
      )}
    </main>
  )
}
