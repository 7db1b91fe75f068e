import { company } from '@kontor/contract/shared/company'
import type { ReactNode } from 'react'
import { siteCompany } from '../../../content/company.ts'
import { footerTexts } from '../../../content/footer-texts.ts'
import { productIds } from '../../../content/product-texts.ts'
import { useHomePath, useSitePath, useTexts } from '../../../platform/i18n.tsx'
import { EmailLink, PhoneLink } from './contact-lines.tsx'
import { ExternalLink } from './external-link.tsx'
import { Wordmark } from './wordmark.tsx'

const link = 'inline-flex min-h-9 items-center underline-offset-4 hover:text-on-fjord hover:underline'

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 font-semibold text-on-fjord text-small">{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

/** The footer's address and links. Service entries link to the home page's section. */
export function FooterLinks({ isHome }: { isHome: boolean }) {
  const texts = useTexts(footerTexts)
  const home = useHomePath()
  const services = `${isHome ? '' : home}#services`
  const pages = [
    [useSitePath('/om-oss'), texts.aboutUs],
    [useSitePath('/skreddersom'), texts.custom],
    [useSitePath('/kontakt'), texts.contact],
  ] as const
  return (
    <div className="frame grid gap-x-10 gap-y-10 pt-16 pb-12 sm:grid-cols-2 lg:grid-cols-12">
      <div className="text-on-fjord lg:col-span-5">
        <Wordmark />
        <p className="mt-4 max-w-[20.1em] text-on-fjord-soft">{texts.about}</p>
        <address className="mt-6 not-italic leading-relaxed">
          {company.street}, {company.postCode} {company.city}
          <br />
          <PhoneLink className={link} />
          <br />
          <EmailLink className={link} />
        </address>
      </div>
      <nav aria-label={texts.navigation} className="contents">
        <div className="grid grid-cols-2 gap-x-8 gap-y-10 sm:col-span-2 sm:grid-cols-3 lg:col-span-7">
          <Column title={texts.products}>
            {productIds.map((id) => (
              <li key={id}>
                <ExternalLink href={siteCompany.products[id].url} className={link}>
                  {siteCompany.products[id].name}
                </ExternalLink>
              </li>
            ))}
          </Column>
          <Column title={texts.services}>
            {texts.serviceNames.map((name) => (
              <li key={name}>
                <a href={services} className={link}>
                  {name}
                </a>
              </li>
            ))}
            <li>
              <a href={useSitePath('/transparency')} className={link}>
                {siteCompany.transparency.name}
              </a>
            </li>
          </Column>
          <Column title={texts.company}>
            {pages.map(([href, label]) => (
              <li key={href}>
                <a href={href} className={link}>
                  {label}
                </a>
              </li>
            ))}
          </Column>
        </div>
      </nav>
    </div>
  )
}
