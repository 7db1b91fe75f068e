import { useQuery } from '@tanstack/react-query'
import { LanguageProvider } from '../../../platform/i18n.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { companyQuery } from '../../company/company.api.ts'
import { contactPersonsQuery, customersQuery } from '../../customers/customers.api.ts'
import { type Agreement, agreementConditionsQuery, linesQuery, type PublicAgreement } from '../agreements.api.ts'
import { ResponseDocument } from '../customer/response-document.tsx'
import { ResponseHead } from '../customer/response-head.tsx'

/** Returns the view that a customer would get if a draft were sent now. The view is null until the lines and conditions are loaded. */
const useCustomerView = (agreement: Agreement) => {
  const lines = useQuery(linesQuery(agreement.id))
  const conditions = useQuery(agreementConditionsQuery(agreement.id))
  const { data: customers } = useQuery(customersQuery)
  const { data: persons } = useQuery(contactPersonsQuery(agreement.customerId))
  const { data: company } = useQuery(companyQuery)
  const failed = [lines, conditions].find(({ error }) => error) ?? lines
  if (!lines.data || !conditions.data) return { view: null, failed }
  const customer = customers?.find(({ id }) => id === agreement.customerId)
  const person = persons?.find(({ id }) => id === agreement.contactPersonId)
  const { responsibleName, responsiblePhone, responsibleEmail } = agreement
  const view: PublicAgreement = {
    agreement: {
      ...agreement,
      status: 'sent',
      expired: false,
      evidenceNumber: null,
      linkSentTo: null,
      eid: false,
    },
    seller: company
      ? {
          name: company.name,
          organizationNumber: company.organizationNumber,
          address: `${company.street}, ${company.postCode} ${company.city}`,
          email: company.email,
          phone: company.phone,
          responsible: responsibleName
            ? { name: responsibleName, phone: responsiblePhone, email: responsibleEmail }
            : null,
        }
      : null,
    customer: customer ?? null,
    contactPerson: person ?? null,
    products: lines.data,
    conditions: conditions.data,
  }
  return { view, failed }
}

/** Shows a draft as the customer will see it. */
export function CustomerView({ agreement }: { agreement: Agreement }) {
  const { view, failed } = useCustomerView(agreement)
  if (!view) return <QueryState query={{ ...failed, data: undefined }} failed="Kunne ikke hente avtalen" />
  return (
    <section aria-label="Slik ser kunden avtalen" className="mx-auto max-w-3xl pb-6">
      <LanguageProvider language={agreement.language}>
        <ResponseHead view={view} />
        <ResponseDocument view={view} />
      </LanguageProvider>
    </section>
  )
}
