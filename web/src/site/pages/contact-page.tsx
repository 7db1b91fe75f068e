import type { ReactNode } from 'react'
import { useTexts } from '../../platform/i18n.tsx'
import { useCompany } from '../../platform/site-content.ts'
import { EmailLink, PhoneLink, PostalAddress } from '../components/contact-lines.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useContactPath } from '../components/use-anchor.ts'
import { contactPageTexts } from '../texts/contact-page-texts.ts'

const link = 'underline decoration-2 decoration-signal underline-offset-[7px] hover:decoration-4'

function ContactRow({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-3 border-rule border-t py-9 lg:grid-cols-12 lg:items-baseline">
      <h2 className="text-soft lg:col-span-3">{title}</h2>
      <div className="lg:col-span-9">
        <p className="break-words font-bold text-[1.375rem] tracking-[-0.02em] sm:text-[2rem]">{children}</p>
        <p className="mt-3 max-w-[33em]">{text}</p>
      </div>
    </section>
  )
}

/** The company's contact details; the form is on the home page. */
export function ContactContent() {
  const texts = useTexts(contactPageTexts)
  const company = useCompany()
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="frame pb-24">
        <ContactRow title={texts.phoneTitle} text={texts.phone}>
          <PhoneLink className={link} />
        </ContactRow>
        <ContactRow title={texts.emailTitle} text={texts.email}>
          <EmailLink className={link} />
        </ContactRow>
        <ContactRow title={texts.addressTitle} text={texts.address}>
          <PostalAddress />
        </ContactRow>
        <ContactRow title={texts.registerTitle} text={texts.register}>
          <span className="whitespace-nowrap">{company.organizationNumber}</span>
        </ContactRow>
        <p className="border-rule border-t pt-9 text-lead">
          {texts.formText}{' '}
          <a href={useContactPath()} className={`font-semibold ${link}`}>
            {texts.form}
          </a>
        </p>
      </div>
    </>
  )
}
