import { agreementStatuses, validityLabels } from '@kontor/contract/agreements/agreements.rules'
import { Link } from 'react-router'
import { formatDate, formatNumber, formatOre } from '../../../platform/format.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Badge } from '../../../ui/base/badge.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import { RecordPart } from '../../../ui/record/record-sheet.tsx'
import { statusTones } from '../../agreements/parts/agreement-badges.tsx'
import type { CustomerRecord } from '../customer-records.api.ts'

const cell = 'border-rule border-b py-1.5 pr-4 text-left'
const amount = `${cell} text-right whitespace-nowrap last:pr-0`

function Sums({ sums }: Pick<CustomerRecord, 'sums'>) {
  return (
    <table className="mb-4 w-full text-sm">
      <caption className="sr-only">Summer per status</caption>
      <thead className="text-[0.8125rem] text-soft">
        <tr>
          <th scope="col" className={`${cell} font-normal`}>
            Status
          </th>
          <th scope="col" className={`${amount} font-normal`}>
            Antall
          </th>
          <th scope="col" className={`${amount} font-normal`}>
            Eks. mva
          </th>
          <th scope="col" className={`${amount} font-normal`}>
            Ink. mva
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ status, count, net, gross }) => (
          <tr key={status}>
            <th scope="row" className={`${cell} font-normal`}>
              {agreementStatuses[status]}
            </th>
            <td className={amount}>
              <Figures text={formatNumber(count)} />
            </td>
            <td className={amount}>
              <Figures text={formatOre(net)} />
            </td>
            <td className={amount}>
              <Figures text={formatOre(gross)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CustomerAgreementsProps extends Pick<CustomerRecord, 'agreements' | 'sums'> {
  readonly onCreate: () => void
}

/** Shows a customer's agreements and their sums by status. */
export function CustomerAgreements({ agreements, sums, onCreate }: CustomerAgreementsProps) {
  const add = (
    <AddButton size="small" onClick={onCreate}>
      Ny avtale
    </AddButton>
  )
  return (
    <RecordPart title="Avtaler" action={add}>
      {agreements.length === 0 && <p className="text-sm text-soft">Ingen ennå.</p>}
      {sums.length > 0 && <Sums sums={sums} />}
      <ul aria-label="Avtaler" className="flex flex-col gap-1 text-sm">
        {agreements.map(({ id, reference, title, status, totalAmount, vatAmount, validUntil, archivedAt }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
              <Link
                to={`/admin/avtaler/${id}`}
                className="min-w-0 py-1 underline decoration-rule underline-offset-3 [overflow-wrap:anywhere] hover:decoration-ink"
              >
                {reference} {title}
              </Link>
              <Badge tone={statusTones[status]}>{agreementStatuses[status]}</Badge>
              {archivedAt !== null && <Badge>Arkivert</Badge>}
              {validUntil !== null && status === 'sent' && (
                <span className="text-[0.8125rem] text-soft">
                  {validityLabels.no} {formatDate(validUntil)}
                </span>
              )}
            </span>
            <span className="whitespace-nowrap">
              <Figures text={formatOre(totalAmount + vatAmount)} />
            </span>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}
