import { registerEntryAddress } from '@kontor/contract/company-register/company-register.rules'
import { formText } from '@kontor/contract/company-register/company-register.values.rules'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../platform/api-client.ts'
import { formatLongDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Facts } from '../../../ui/base/facts.tsx'
import { RecordPart } from '../../../ui/record/record-sheet.tsx'
import { type Company, companyQuery } from '../../company-register/company-register.api.ts'
import { registerSentences } from '../../company-register/components/register-mark.tsx'
import { type Customer, useCheckCustomer } from '../../customers/customers.api.ts'

const yesOrNo = (flag: boolean | null): string => (flag === null ? 'Ikke oppgitt' : flag ? 'Ja' : 'Nei')

const codeText = (code: Company['naeringskode1']): string =>
  code ? `${code.kode} ${code.beskrivelse}` : 'Ikke oppgitt'

const factsOf = (company: Company) => [
  { label: 'Form', value: formText(company) ?? 'Ikke oppgitt' },
  { label: 'Næringskode', value: codeText(company.naeringskode1) },
  { label: 'MVA-registrert', value: yesOrNo(company.registrertIMvaregisteret) },
  { label: 'Konkurs', value: yesOrNo(company.konkurs) },
  { label: 'Under avvikling', value: yesOrNo(company.underAvvikling) },
]

const stateText = ({ register }: Customer): string => {
  if (!register) return 'Ikke sjekket i Enhetsregisteret ennå.'
  return registerSentences(register) || 'Ingen merknader i Enhetsregisteret.'
}

/** Shows the company register's remarks on a customer, with a link to its entry and a button that checks again. */
export function CustomerRegister({ customer, onChecked }: { customer: Customer; onChecked: () => void }) {
  const number = organizationNumberDigits(customer.organizationNumber ?? '')
  const { data: company, refetch } = useQuery({ ...companyQuery(number), enabled: number !== null })
  const check = useCheckCustomer()
  if (number === null) return null
  const { register } = check.data ?? customer
  const onSuccess = () => {
    onChecked()
    void refetch()
  }
  const again = (
    <Button
      size="small"
      working={check.isPending}
      workingLabel="Sjekker …"
      onClick={() => !check.isPending && check.mutate(customer.id, { onSuccess })}
    >
      Sjekk nå
    </Button>
  )
  return (
    <RecordPart title="Enhetsregisteret" action={again}>
      <p role="status" className="text-sm [overflow-wrap:anywhere]">
        {check.isError ? errorText(check.error) : stateText({ ...customer, register })}
        {register && <span className="block text-soft">Sjekket {formatLongDateTime(register.checkedAt)}</span>}
      </p>
      {company && (
        <div className="mt-3">
          <Facts facts={factsOf(company)} />
        </div>
      )}
      <p className="mt-2 text-sm">
        <a
          href={registerEntryAddress(number)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block py-1 underline decoration-rule underline-offset-3 hover:decoration-ink"
        >
          Åpne i Enhetsregisteret
          <span className="sr-only"> (åpnes i ny fane)</span>
        </a>
      </p>
    </RecordPart>
  )
}
