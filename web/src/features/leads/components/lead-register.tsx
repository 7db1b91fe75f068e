import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { PeopleIcon, RefreshIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/states.tsx'
import { registerSentences } from '../../company-register/components/register-mark.tsx'
import { type Lead, useCheckRegister } from '../leads.api.ts'
import { registerMarkOf } from './lead-cells.tsx'

interface LeadRegisterProps {
  readonly lead: Lead
  /** False while the form has changes that another dialog would lose. */
  readonly canLeave: boolean
  readonly onChecked: (checked: Lead) => void
  readonly onBecomeCustomer: () => void
}

/** The company register's data on a lead, with buttons to check it again and to make the lead a customer. */
export function LeadRegister({ lead, canLeave, onChecked, onBecomeCustomer }: LeadRegisterProps) {
  const check = useCheckRegister()
  const [current, setCurrent] = useState(lead)
  const [problem, setProblem] = useState<string | null>(null)
  const sentence = registerSentences(registerMarkOf(current))

  const ask = async () => {
    if (check.isPending) return
    setProblem(null)
    try {
      const checked = await check.mutateAsync(lead.id)
      setCurrent(checked)
      onChecked(checked)
    } catch (error) {
      setProblem(`Enhetsregisteret kunne ikke spørres. ${errorText(error)}`)
    }
  }

  return (
    <div className="flex flex-col gap-3">
      {problem && <Notice onClose={() => setProblem(null)}>{problem}</Notice>}
      {sentence && <Notice tone="warning">{sentence}</Notice>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.8125rem]">
        {lead.org_no && (
          <Button size="small" aria-disabled={check.isPending} onClick={() => void ask()}>
            <RefreshIcon /> {check.isPending ? 'Spør …' : 'Sjekk mot Enhetsregisteret'}
          </Button>
        )}
        {current.customer_id === null ? (
          <Button size="small" aria-disabled={!canLeave} onClick={() => canLeave && onBecomeCustomer()}>
            <PeopleIcon /> Gjør til kunde
          </Button>
        ) : (
          <span>Er kunde</span>
        )}
        <span role="status" className="text-soft">
          {current.register
            ? `Sjekket ${formatDateTime(current.register.checkedAt)}`
            : check.isSuccess && 'Registeret har ingenting å melde.'}
        </span>
      </div>
    </div>
  )
}
