import { errorText } from '../../../platform/api-client.ts'
import { formatLongDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { registerSentences } from '../../company-register/components/register-mark.tsx'
import { type Customer, useCheckCustomer } from '../customers.api.ts'

const registerText = ({ register }: Customer): string => {
  if (!register) return 'Ikke sjekket i Enhetsregisteret ennå.'
  return registerSentences(register) || 'Ingen merknader i Enhetsregisteret.'
}

/** The company register's remarks on a customer, with a button that checks again. */
export function CustomerRegister({ customer }: { customer: Customer }) {
  const check = useCheckCustomer()
  const latest = check.data ?? customer
  if (!customer.organizationNumber) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b pb-4 text-sm">
      <p role="status" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {check.isError ? errorText(check.error) : registerText(latest)}
        {latest.register && (
          <span className="block text-soft">Sjekket {formatLongDateTime(latest.register.checkedAt)}</span>
        )}
      </p>
      <Button onClick={() => !check.isPending && check.mutate(customer.id)} aria-disabled={check.isPending}>
        {check.isPending ? 'Sjekker …' : 'Sjekk nå'}
      </Button>
    </div>
  )
}
