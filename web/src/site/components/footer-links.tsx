import type { ReactNode } from 'react'
import { useHomePath, useSitePath, useTexts } from '../../platform/i18n.tsx'
import { useCompany } from '../../platform/site-content.ts'
import { siteCompany } from '../texts/company.ts'
import { footerTexts } from '../texts/footer-texts.ts'
import { productIds } from '../texts/product-texts.ts'
import { EmailLink, PhoneLink, PostalAddress } from './contact-lines.tsx'
import { ExternalLink } from './external-link.tsx'
import { useAnchor } from './use-anchor.ts'
import { Wordmark } from './wordmark.tsx'

const link = 'inline-flex min-h-[2.125rem] items-center underline-offset-4 hover:text-on-fjord hover:underline'

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className="mb-2 font-semibold text-on-fjord text-small">{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

interface PageLinkProps {
  readonly id: string
  readonly page: string
  readonly path: string
  readonly children: string
}

function PageLink({ id, page, path, children }: PageLinkProps) {
  return (
    <li>
      <a href={useSitePath(path)} aria-current={id === page ? 'page' : undefined} className={link}>
        {children}
      </a>
    </li>
  )
}

/** The footer's address and links. Service entries link to the home page's section. */
export function FooterLinks({ page }: { page: string }) {
  const texts = useTexts(footerTexts)
  const company = useCompany()
  const home = useHomePath()
  const anchor = useAnchor()
  const services = `${page === 'home' ? '' : home}#${anchor('services')}`
  return (
    <div className="frame grid gap-x-10 gap-y-10 pt-16 pb-12 sm:grid-cols-2 lg:grid-cols-12">
      <div className="text-on-fjord lg:col-span-5">
        <Wordmark />
        <p className="mt-4 max-w-[20.1em] text-on-fjord-soft">{texts.about}</p>
        <address className="mt-5 grid justify-items-start not-italic">
          <span className="py-[0.3125rem]">
            <PostalAddress />
          </span>
          <PhoneLink className={link} />
          <EmailLink className={link} />
        </address>
      </div>
      <nav aria-label={texts.navigation} className="contents">
        <div className="grid grid-cols-2 grid-rows-[auto_1fr] gap-x-8 gap-y-10 sm:col-span-2 sm:grid-cols-3 lg:col-span-7">
          <Column title={texts.products}>
            {productIds.map((id) => (
              <li key={id}>
                <ExternalLink href={company.products[id].url} className={link}>
                  {company.products[id].name}
                </ExternalLink>
              </li>
            ))}
          </Column>
          <Column title={texts.services} className="row-span-2 sm:row-span-1">
            {texts.serviceNames.map((name) => (
              <li key={name}>
                <a href={services} className={link}>
                  {name}
                </a>
              </li>
            ))}
            <PageLink id="transparency" page={page} path="/transparency">
              {siteCompany.transparency.name}
            </PageLink>
            <PageLink id="custom" page={page} path="/skreddersom">
              {texts.custom}
            </PageLink>
          </Column>
          <Column title={texts.company}>
            <PageLink id="products" page={page} path="/produkter">
              {texts.products}
            </PageLink>
            <PageLink id="services" page={page} path="/tjenester">
              {texts.services}
            </PageLink>
            <PageLink id="about" page={page} path="/om-oss">
              {texts.aboutUs}
            </PageLink>
            <PageLink id="contact" page={page} path="/kontakt">
              {texts.contact}
            </PageLink>
          </Column>
        </div>
      </nav>
    </div>
  )
}
