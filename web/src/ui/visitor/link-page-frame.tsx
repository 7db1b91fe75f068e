import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import { MailLink, PhoneLink } from '../base/address-links.tsx'
import { cx } from '../base/cx.ts'

/** The contour lines in the letterhead of mails and PDFs. `part` is the drawn fraction of a line. */
const contours = [
  { part: 1, colour: 'stroke-fjord-line/50' },
  { part: 0.86, colour: 'stroke-fjord-line/75' },
  { part: 0.61, colour: 'stroke-fjord' },
  { part: 0.23, colour: 'stroke-signal' },
] as const

const width = 1000

/** Decorates the page with the company's contour lines. */
function ContourLines({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${width} 26`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className={cx('block h-6 w-full', className)}
    >
      {contours.map(({ part, colour }, index) => {
        const [end, y] = [width * part, 7 + index * 4]
        return (
          <path
            key={part}
            d={`M0 ${y}C${end * 0.3} ${y - 8} ${end * 0.7} ${y + 8} ${end} ${y}`}
            vectorEffect="non-scaling-stroke"
            className={`${colour} print:stroke-ink`}
          />
        )
      })}
    </svg>
  )
}

const texts = {
  no: {
    organizationNumber: 'org.nr.',
    question: 'Spørsmål? Ring',
    write: 'Spørsmål? Skriv til',
    or: 'eller skriv til',
  },
  en: { organizationNumber: 'org. no.', question: 'Questions? Call', write: 'Questions? Write to', or: 'or write to' },
}

/** The company that a page speaks for. */
export interface FrameCompany {
  readonly name: string
  readonly organizationNumber: string
  readonly address?: string
  readonly phone: string | null
  readonly email: string
}

interface LinkPageFrameProps {
  readonly language: 'no' | 'en'
  readonly company: FrameCompany
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The layout of a page behind a link in a mail: the company's header and footer around one column. */
export function LinkPageFrame({ language, company, wide = false, children }: LinkPageFrameProps) {
  const { organizationNumber, question, write, or } = texts[language]
  const { name, address, phone, email } = company
  const facts = [name, `${organizationNumber} ${formatOrganizationNumber(company.organizationNumber)}`, address]
  return (
    <div
      className={cx(
        'mx-auto flex min-h-dvh flex-col px-5 sm:px-8 print:block print:min-h-0 print:max-w-none print:px-0',
        wide ? 'max-w-4xl' : 'max-w-3xl',
      )}
    >
      <header className="pt-4 sm:pt-6 print:pt-0">
        <div className="flex items-center gap-3 pb-3">
          <img src="/favicon.svg" alt="" width="32" height="32" className="size-7 sm:size-8 print:grayscale" />
          <p className="font-semibold tracking-tight">{name}</p>
        </div>
        <ContourLines />
      </header>
      <main className="flex-1 pt-4 pb-10 sm:pt-8 sm:pb-14 print:py-4">{children}</main>
      <footer className="border-rule border-t py-6 text-soft text-sm leading-relaxed print:py-3">
        <p>{facts.filter(Boolean).join(' · ')}</p>
        <p>
          {phone ? (
            <>
              {question} <PhoneLink phone={phone} /> {or} <MailLink email={email} />.
            </>
          ) : (
            <>
              {write} <MailLink email={email} />.
            </>
          )}
        </p>
      </footer>
    </div>
  )
}
