import { customerStatusLabels } from '@kontor/contract/agreements/agreements.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import { formatDayInWords, formatNumber, formatOre, formatPercent } from '../../../platform/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Figures } from '../../../ui/figures.tsx'
import type { PublicAgreement } from '../agreements.api.ts'
import { statusTones } from './agreement-badges.tsx'

type Agreement = PublicAgreement['agreement']

export function ResponseTitle({ agreement }: { agreement: Agreement }) {
  const expired = agreement.status === 'sent' && agreement.expired
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <Badge tone={statusTones[agreement.status]}>{customerStatusLabels[agreement.status]}</Badge>
        {expired && <Badge tone="warning">Utløpt</Badge>}
      </p>
      <h1 className="text-balance font-semibold text-[clamp(1.625rem,5vw,2.25rem)] leading-tight tracking-tight [overflow-wrap:anywhere]">
        {agreement.title}
      </h1>
      {agreement.validUntil && (
        <p className="mt-2 text-soft">
          {expired ? 'Gjaldt til og med' : 'Gjelder til og med'} {formatDayInWords(agreement.validUntil)}
        </p>
      )}
    </>
  )
}

function Parties({ customer, contactPerson }: Pick<PublicAgreement, 'customer' | 'contactPerson'>) {
  const town = [customer?.postCode, customer?.city].filter(Boolean).join(' ')
  return (
    <div className="mt-9 grid gap-x-10 gap-y-6 border-rule border-y py-6 sm:mt-11 sm:grid-cols-2">
      {customer && (
        <section className="min-w-0 [overflow-wrap:anywhere]">
          <h2 className="mb-1 text-[0.8125rem] text-soft">Kunde</h2>
          <p className="font-semibold">{customer.name}</p>
          {customer.organizationNumber && <p>Org.nr. {formatOrganizationNumber(customer.organizationNumber)}</p>}
          {customer.address && <p>{customer.address}</p>}
          {town && <p>{town}</p>}
        </section>
      )}
      {contactPerson && (
        <section className="min-w-0 [overflow-wrap:anywhere]">
          <h2 className="mb-1 text-[0.8125rem] text-soft">Kontaktperson</h2>
          <p className="font-semibold">
            {contactPerson.firstName} {contactPerson.lastName}
          </p>
          <p>{contactPerson.email}</p>
          {contactPerson.mobilePhone && <p>{contactPerson.mobilePhone}</p>}
        </section>
      )}
    </div>
  )
}

const amountCell = 'py-3 pl-3 text-right align-top whitespace-nowrap'
const wideOnly = 'max-sm:hidden'

function Products({ products }: Pick<PublicAgreement, 'products'>) {
  return (
    <table className="w-full border-collapse text-left">
      <thead className="border-ink border-b text-[0.8125rem] text-soft">
        <tr>
          <th scope="col" className="py-2 font-medium">
            Beskrivelse
          </th>
          {['Antall', 'Enhetspris', 'MVA'].map((heading) => (
            <th key={heading} scope="col" className={`py-2 pl-3 text-right font-medium ${wideOnly}`}>
              {heading}
            </th>
          ))}
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id here, and the list only changes as a whole
          <tr key={index} className="break-inside-avoid border-rule border-b">
            <td className="py-3 align-top [overflow-wrap:anywhere]">
              <span className="whitespace-pre-line">{line.description}</span>
              <span className="mt-0.5 block text-[0.8125rem] text-soft sm:hidden">
                {formatNumber(line.quantity)} × {formatOre(line.unitPrice)} · MVA {formatPercent(line.vatRate)}
              </span>
            </td>
            <td className={`${amountCell} ${wideOnly}`}>{formatNumber(line.quantity)}</td>
            <td className={`${amountCell} ${wideOnly}`}>
              <Figures text={formatOre(line.unitPrice)} />
            </td>
            <td className={`${amountCell} ${wideOnly}`}>{formatPercent(line.vatRate)}</td>
            <td className={amountCell}>
              <Figures text={formatOre(line.totalPrice)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Amount({ label, ore, strong = false }: { label: string; ore: number; strong?: boolean }) {
  return (
    <div
      className={
        strong
          ? 'mt-2 flex justify-between gap-6 border-ink border-t pt-3 font-semibold text-lg'
          : 'flex justify-between gap-6 py-1'
      }
    >
      <dt>{label}</dt>
      <dd className="tabular-nums">
        <Figures text={formatOre(ore)} />
      </dd>
    </div>
  )
}

function Amounts({ agreement, lines }: { agreement: Agreement; lines: number }) {
  const total = agreement.totalAmount ?? 0
  const vat = agreement.vatAmount ?? 0
  return (
    <div className="mt-5 ml-auto w-full break-inside-avoid sm:w-80">
      <dl>
        <Amount label="Sum eks. mva" ore={total} />
        {vat > 0 && <Amount label="MVA" ore={vat} />}
        <Amount label="Total ink. mva" ore={total + vat} strong />
      </dl>
      {vat > 0 && lines > 1 && (
        <p className="mt-2 text-[0.8125rem] text-soft">Mva. er regnet ut og avrundet linje for linje.</p>
      )}
    </div>
  )
}

function ResponseSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9 break-inside-avoid-page sm:mt-11">
      <h2 className="mb-3 font-semibold text-base tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

export function ResponseDocument({ view }: { view: PublicAgreement }) {
  const { agreement, customer, contactPerson, products, conditions } = view
  return (
    <>
      {(customer || contactPerson) && <Parties customer={customer} contactPerson={contactPerson} />}
      {agreement.description && (
        <ResponseSection title="Beskrivelse">
          <p className="max-w-prose whitespace-pre-wrap leading-relaxed [overflow-wrap:anywhere]">
            {agreement.description}
          </p>
        </ResponseSection>
      )}
      {(products.length > 0 || agreement.totalAmount !== null) && (
        <ResponseSection title="Produkter og tjenester">
          {products.length > 0 && <Products products={products} />}
          <Amounts agreement={agreement} lines={products.length} />
        </ResponseSection>
      )}
      {conditions.length > 0 && (
        <ResponseSection title="Betingelser">
          <ol className="flex flex-col gap-6">
            {conditions.map(({ name, content, customContent }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id here, and the list only changes as a whole
              <li key={index} className="break-inside-avoid">
                <h3 className="font-semibold text-[0.9375rem]">
                  {index + 1}. {name}
                </h3>
                <p className="mt-1 max-w-prose whitespace-pre-wrap text-[0.9375rem] leading-relaxed [overflow-wrap:anywhere]">
                  {customContent ?? content}
                </p>
              </li>
            ))}
          </ol>
        </ResponseSection>
      )}
    </>
  )
}
