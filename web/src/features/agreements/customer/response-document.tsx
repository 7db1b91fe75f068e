import { amountsByRate } from '@kontor/contract/shared/money'
import type { ReactNode } from 'react'
import { Figures } from '../../../ui/base/figures.tsx'
import type { PublicAgreement } from '../agreements.api.ts'
import { totalOf } from './response-head.tsx'
import { useFormats, useResponseTexts } from './use-response-language.ts'

const amountCell = 'py-3 pl-4 text-right print:py-1.5 align-top whitespace-nowrap'
const wideOnly = 'max-sm:hidden'

function Products({ products }: Pick<PublicAgreement, 'products'>) {
  const { columns } = useResponseTexts()
  const formats = useFormats()
  return (
    <table className="w-full border-collapse text-left hyphens-auto [hyphenate-limit-chars:14_5_5]">
      <thead className="border-ink border-b text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
        <tr>
          <th scope="col" className="py-2 font-medium">
            {columns.description}
          </th>
          {[columns.quantity, columns.unitPrice, columns.vat].map((heading) => (
            <th key={heading} scope="col" className={`py-2 pl-4 text-right font-medium ${wideOnly}`}>
              {heading}
            </th>
          ))}
          <th scope="col" className="py-2 pl-4 text-right font-medium">
            {columns.sum}
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id here, and the list only changes as a whole
          <tr key={index} className="break-inside-avoid border-rule border-b">
            <td className="py-3 align-top print:py-1.5 [overflow-wrap:anywhere]">
              <span className="whitespace-pre-line">{line.description}</span>
              <span className="mt-0.5 block text-[0.8125rem] text-soft sm:hidden">
                {formats.number(line.quantity)} × {formats.amount(line.unitPrice)} · {columns.vat}{' '}
                {formats.percent(line.vatRate)}
              </span>
            </td>
            <td className={`${amountCell} ${wideOnly}`}>{formats.number(line.quantity)}</td>
            <td className={`${amountCell} ${wideOnly}`}>
              <Figures text={formats.amount(line.unitPrice)} />
            </td>
            <td className={`${amountCell} ${wideOnly}`}>{formats.percent(line.vatRate)}</td>
            <td className={amountCell}>
              <Figures text={formats.amount(line.totalPrice)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Amount({ label, ore, strong = false }: { label: string; ore: number; strong?: boolean }) {
  const formats = useFormats()
  return (
    <div
      className={
        strong
          ? 'mt-2 flex flex-wrap justify-between gap-x-6 border-ink border-t-2 pt-3 font-semibold text-lg'
          : 'flex flex-wrap justify-between gap-x-6 py-1'
      }
    >
      <dt>{label}</dt>
      <dd className="ml-auto whitespace-nowrap">
        <Figures text={formats.amount(ore)} />
      </dd>
    </div>
  )
}

/** Shows the amount of VAT, or one amount per rate if there are several. */
function Vat({ view: { agreement, products } }: { view: PublicAgreement }) {
  const texts = useResponseTexts()
  const formats = useFormats()
  const rates = amountsByRate(products)
  const [only] = rates
  if (rates.length < 2) {
    const label = only ? `${texts.vat} ${formats.percent(only.vatRate)}` : texts.vat
    return <Amount label={label} ore={agreement.vatAmount ?? 0} />
  }
  return rates.map(({ vatRate, totalAmount, vatAmount }) => (
    <Amount
      key={vatRate}
      label={`${texts.vat} ${formats.percent(vatRate)} ${texts.of} ${formats.amount(totalAmount)}`}
      ore={vatAmount}
    />
  ))
}

function Amounts({ view }: { view: PublicAgreement }) {
  const texts = useResponseTexts()
  const { agreement, products } = view
  const hasVat = (agreement.vatAmount ?? 0) > 0
  return (
    <div className="mt-5 ml-auto w-full break-inside-avoid sm:w-96">
      <dl>
        <Amount label={texts.subtotal} ore={agreement.totalAmount ?? 0} />
        {hasVat && <Vat view={view} />}
        <Amount label={texts.total} ore={totalOf(agreement)} strong />
      </dl>
      {hasVat && products.length > 1 && <p className="mt-2 text-[0.8125rem] text-soft">{texts.rounding}</p>}
    </div>
  )
}

function ResponseSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9 sm:mt-11 print:mt-7">
      <h2 className="mb-3 break-after-avoid font-semibold text-lg tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

/** Shows the agreement's text: description, lines with sums, and conditions. */
export function ResponseDocument({ view }: { view: PublicAgreement }) {
  const texts = useResponseTexts()
  const { agreement, products, conditions } = view
  return (
    <>
      {agreement.description && (
        <ResponseSection title={texts.description}>
          <p className="max-w-prose hyphens-auto whitespace-pre-wrap text-pretty [hyphenate-limit-chars:14_5_5] leading-relaxed [overflow-wrap:anywhere]">
            {agreement.description}
          </p>
        </ResponseSection>
      )}
      {(products.length > 0 || agreement.totalAmount !== null) && (
        <ResponseSection title={texts.lines}>
          {products.length > 0 && <Products products={products} />}
          <Amounts view={view} />
        </ResponseSection>
      )}
      {conditions.length > 0 && (
        <ResponseSection title={texts.conditions}>
          <ol className="flex flex-col gap-6 print:block print:space-y-4">
            {conditions.map(({ name, content, customContent }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id here, and the list only changes as a whole
              <li key={index} className="print:break-inside-avoid">
                <h3 className="break-after-avoid font-semibold text-[0.9375rem] [overflow-wrap:anywhere]">
                  {index + 1}. {name}
                </h3>
                <p className="mt-1 max-w-prose hyphens-auto whitespace-pre-wrap text-pretty [hyphenate-limit-chars:14_5_5] text-[0.9375rem] leading-relaxed [overflow-wrap:anywhere]">
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
