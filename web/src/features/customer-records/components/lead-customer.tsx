import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { customerRecordQuery } from '../customer-records.api.ts'

/** Shows the customer that a lead became, for users who may open customers. */
export function LeadCustomer({ customerId }: { customerId: number }) {
  const { data, error } = useQuery(customerRecordQuery(customerId))
  // Shows nothing if the customer has been deleted.
  if (error instanceof ApiError && error.status === 404) return null
  if (error) {
    return (
      <p role="alert" className="text-danger text-sm">
        Kunne ikke hente kunden. {errorText(error)}
      </p>
    )
  }
  if (!data) return null
  return (
    <section aria-label="Kunde" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-semibold">Kunde</span>
      <Link to={`/admin/kunder/${customerId}`} className="underline underline-offset-2 [overflow-wrap:anywhere]">
        {data.customer.name}
      </Link>
    </section>
  )
}
