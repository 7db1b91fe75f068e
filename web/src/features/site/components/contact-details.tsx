import { company } from '@kontor/contract/shared/company'
import { homeTexts } from '../../../content/home-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { BookDemoLink } from './book-demo-link.tsx'
import { ContactLines, termOnFjord } from './contact-lines.tsx'
import { SectionNumber } from './section-number.tsx'

/** Beside the contact form: title, contact details and the demo link. */
export function ContactDetails() {
  const { contact } = useTexts(homeTexts)
  return (
    <div className="flex flex-col gap-10">
      <div>
        <SectionNumber>06</SectionNumber>
        <h2 id="contact-title" className="font-bold text-title">
          {contact.title}
        </h2>
        <p className="mt-6 max-w-[21.2em] text-lead text-on-fjord">{contact.lead}</p>
      </div>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <ContactLines phone={contact.phone} email={contact.email} />
        <div>
          <dt className={termOnFjord}>{contact.address}</dt>
          <dd>
            {company.street}
            <br />
            {company.postCode} {company.city}
          </dd>
        </div>
      </dl>
      <div className="border-fjord-line border-t pt-6">
        <h3 className="font-semibold">{contact.demoTitle}</h3>
        <p className="mt-1 max-w-[24.8em] text-on-fjord-soft">{contact.demoText}</p>
        <BookDemoLink className="thread-link mt-3 decoration-signal-on-fjord" />
      </div>
    </div>
  )
}
