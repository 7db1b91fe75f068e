import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ReactNode, Ref } from 'react'
import { smallPortrait } from '../../../site/team/portraits.ts'
import { MailLink, PhoneLink } from '../../../ui/base/address-links.tsx'
import { Badge } from '../../../ui/base/badge.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import type { PublicAgreement } from '../agreements.api.ts'
import { statusTones } from '../parts/agreement-badges.tsx'
import { useExpiry } from './use-expiry.ts'
import { useFormats, useResponseTexts } from './use-response-language.ts'

type Agreement = PublicAgreement['agreement']

/** Returns the total in øre, including VAT. */
export const totalOf = ({ totalAmount, vatAmount }: Agreement): number => (totalAmount ?? 0) + (vatAmount ?? 0)

function Party({ title, name, children }: { title: string; name: string; children: ReactNode }) {
  return (
    <section className="min-w-0 [overflow-wrap:anywhere]">
      <h2 className="mb-0.5 text-[0.8125rem] text-soft">{title}</h2>
      <p className="font-semibold">{name}</p>
      {children}
    </section>
  )
}

function Seller({ seller }: { seller: NonNullable<PublicAgreement['seller']> }) {
  const texts = useResponseTexts()
  const { responsible } = seller
  const phone = responsible?.phone ?? seller.phone
  return (
    <Party title={texts.seller} name={seller.name}>
      <p>
        {texts.organizationNumber} {formatOrganizationNumber(seller.organizationNumber)}
      </p>
      {responsible && (
        <p className="flex items-center gap-2.5">
          {responsible.photo && (
            <img src={smallPortrait(responsible.photo)} alt="" className="my-1 size-12 rounded-full object-cover" />
          )}
          <span className="min-w-0">
            {texts.responsible}: {responsible.name}
          </span>
        </p>
      )}
      {phone && (
        <p>
          <PhoneLink phone={phone} />
        </p>
      )}
      <p>
        <MailLink email={responsible?.email ?? seller.email} />
      </p>
    </Party>
  )
}

function Customer({ customer, contactPerson }: Pick<PublicAgreement, 'customer' | 'contactPerson'>) {
  const texts = useResponseTexts()
  if (!customer) return null
  const town = [customer.postCode, customer.city].filter(Boolean).join(' ')
  return (
    <Party title={texts.customer} name={customer.name}>
      {customer.organizationNumber && (
        <p>
          {texts.organizationNumber} {formatOrganizationNumber(customer.organizationNumber)}
        </p>
      )}
      {customer.address && <p>{customer.address}</p>}
      {town && <p>{town}</p>}
      {contactPerson && (
        <>
          <p>
            {texts.contactPerson}: {contactPerson.firstName} {contactPerson.lastName}
          </p>
          <p>{contactPerson.email}</p>
          {contactPerson.mobilePhone && <p>{contactPerson.mobilePhone}</p>}
        </>
      )}
    </Party>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-soft">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

interface ResponseHeadProps {
  readonly view: PublicAgreement
  readonly summary?: Ref<HTMLElement>
  /** The result of an answered agreement, shown below the title. */
  readonly outcome?: ReactNode
  /** The text for the last day to accept; by default that day's date. */
  readonly lastDay?: string | null
  /** Buttons and links for the reader. */
  readonly children?: ReactNode
}

/** Shows the top of the agreement: both parties, the offer, its deadline and its total. */
export function ResponseHead({ view, summary, outcome, lastDay, children }: ResponseHeadProps) {
  const { agreement, seller, customer, contactPerson } = view
  const texts = useResponseTexts()
  const formats = useFormats()
  const { status, reference, sentAt, validUntil, totalAmount } = agreement
  const isOpen = status === 'sent' && !agreement.expired
  const expiredOn = useExpiry(agreement)
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-2 sm:mb-3">
        {expiredOn ? (
          <Badge tone="warning">{texts.expired(expiredOn)}</Badge>
        ) : (
          <Badge tone={statusTones[status]}>{texts.statuses[status]}</Badge>
        )}
      </p>
      <h1 className="text-balance font-semibold text-[clamp(1.5rem,4.4vw,2.5rem)] leading-[1.15] tracking-tight hyphens-auto [hyphenate-limit-chars:14_5_5] [overflow-wrap:anywhere]">
        {agreement.title}
      </h1>
      {outcome}
      {status !== 'draft' && (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 sm:mt-7 md:grid-cols-[minmax(0,1fr)_17.5rem] print:grid-cols-1">
          <section
            ref={summary}
            className="self-start border-ink border-t-2 pt-2.5 md:col-start-2 md:row-span-2 md:row-start-1 md:pt-3"
          >
            {totalAmount !== null && (
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 md:block">
                <span className="text-[0.8125rem] text-soft md:block">{texts.total}</span>
                <span className="font-semibold text-[min(1.5rem,8vw)] tracking-tight whitespace-nowrap md:text-[1.75rem]">
                  <Figures text={formats.amount(totalOf(agreement))} />
                </span>
              </p>
            )}
            {children && (
              <div className="mt-2.5 flex flex-wrap gap-2.5 md:mt-4 md:flex-col print:hidden">{children}</div>
            )}
          </section>
          <dl className="grid grid-cols-2 gap-x-5 gap-y-2 border-rule border-t pt-2.5 text-sm leading-snug sm:flex sm:flex-wrap sm:gap-x-8 md:col-start-1 md:row-start-1 md:pt-3">
            <Fact label={texts.reference}>{reference}</Fact>
            {sentAt && <Fact label={texts.sent}>{formats.dayOf(sentAt)}</Fact>}
            {isOpen && validUntil && <Fact label={texts.validUntil}>{lastDay ?? formats.day(validUntil)}</Fact>}
          </dl>
          <div className="grid grid-cols-2 gap-x-5 gap-y-4 border-rule border-t pt-2.5 text-sm leading-snug sm:gap-x-8 md:col-start-1 md:row-start-2 md:pt-3">
            {seller && <Seller seller={seller} />}
            <Customer customer={customer} contactPerson={contactPerson} />
          </div>
        </div>
      )}
    </>
  )
}
