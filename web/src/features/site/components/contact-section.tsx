import { company } from '@kontor/contract/shared/company'
import sea from '../../../content/art/sea.svg'
import { homeTexts } from '../../../content/home-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { ContactForm } from '../../contacts/components/contact-form.tsx'
import { BookDemoLink } from './book-demo-link.tsx'
import { SectionNumber } from './section-number.tsx'

const link = 'underline decoration-1 underline-offset-4 hover:decoration-2'

function ContactDetails() {
  const { contact } = useTexts(homeTexts)
  const term = 'text-on-fjord-soft text-small'
  return (
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
  )
}

export function ContactSection() {
  const { contact } = useTexts(homeTexts)
  return (
    <section
      id="contact"
      className="relative overflow-clip bg-fjord text-on-fjord [--color-focus:var(--color-signal-on-fjord)]"
    >
      <img
        src={sea}
        alt=""
        width="1600"
        height="900"
        loading="lazy"
        className="absolute top-0 left-1/2 w-full min-w-[75rem] max-w-none -translate-x-1/2"
      />
      <div className="frame relative grid gap-x-12 gap-y-14 pt-[max(15rem,18.5vw)] pb-24 lg:grid-cols-12 lg:pb-32">
        <div className="flex flex-col gap-10 lg:col-span-5">
          <div>
            <SectionNumber>02</SectionNumber>
            <h2 id="contact-title" className="font-bold text-title">
              {contact.title}
            </h2>
            <p className="mt-6 max-w-[36ch] text-lead text-on-fjord">{contact.lead}</p>
          </div>
          <ContactDetails />
          <div className="border-fjord-line border-t pt-6">
            <h3 className="font-semibold">{contact.demoTitle}</h3>
            <p className="mt-1 max-w-[42ch] text-on-fjord-soft">{contact.demoText}</p>
            <BookDemoLink className="mt-3 inline-flex min-h-11 items-center font-semibold underline decoration-2 decoration-signal-on-fjord underline-offset-[7px] hover:decoration-4" />
          </div>
        </div>
        <div className="self-start rounded-md bg-paper p-5 text-ink [--color-focus:var(--color-signal)] sm:p-9 lg:col-span-7 lg:p-11">
          <ContactForm labelledBy="contact-title" />
        </div>
      </div>
    </section>
  )
}
