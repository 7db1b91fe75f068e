import { company } from '@kontor/contract/shared/company'
import { homeTexts } from '../../../content/home-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { BookDemoLink } from './book-demo-link.tsx'
import { SectionNumber } from './section-number.tsx'

const link = 'underline decoration-1 underline-offset-4 hover:decoration-2'
const term = 'text-on-fjord-soft text-small'

/** What stands beside the contact form: title, details, and the way to a demo. */
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
        <div>
          <dt className={term}>{contact.phone}</dt>
          <dd>
            <a href={`tel:${company.phone.replaceAll(' ', '')}`} className={link}>
              {company.phone}
            </a>
          </dd>
        </div>
        <div>
          <dt className={term}>{contact.email}</dt>
          <dd>
            <a href={`mailto:${company.email}`} className={link}>
              {company.email}
            </a>
          </dd>
        </div>
        <div>
          <dt className={term}>{contact.address}</dt>
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
