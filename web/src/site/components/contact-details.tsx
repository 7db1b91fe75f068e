import { useTexts } from '../../platform/i18n.tsx'
import { homeTexts } from '../texts/home-texts.ts'
import { BookDemoLink } from './book-demo-link.tsx'
import { ContactLines, lineOnFjord, PostalAddress, termOnFjord } from './contact-lines.tsx'
import { SectionAnchor } from './section-anchor.tsx'
import { SectionNumber } from './section-number.tsx'

/** Shows the title above the contact form on a phone, beside it on a wide screen. */
export function ContactTitle() {
  const { contact } = useTexts(homeTexts)
  return (
    <div className="lg:col-span-5">
      <SectionAnchor id="contact" />
      <SectionNumber entry="contact">06</SectionNumber>
      <h2 id="contact-title" className="font-bold text-title">
        {contact.title}
      </h2>
      <p className="mt-6 max-w-[21.2em] text-lead text-on-fjord">{contact.lead}</p>
    </div>
  )
}

/** Contact details and the demo link, after the form, so that a phone shows the form first. */
export function ContactDetails() {
  const { contact } = useTexts(homeTexts)
  return (
    <div className="flex flex-col gap-10 lg:col-span-5">
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <ContactLines phone={contact.phone} email={contact.email} />
        <div className={lineOnFjord}>
          <dt className={termOnFjord}>{contact.address}</dt>
          <dd>
            <PostalAddress />
          </dd>
        </div>
      </dl>
      <div className="border-fjord-line border-t pt-6">
        <h3 className="font-semibold">{contact.demoTitle}</h3>
        <p className="mt-1 max-w-[24.8em] text-on-fjord-soft">{contact.demoText}</p>
        <BookDemoLink className="thread-link mt-1 decoration-signal-on-fjord" />
      </div>
    </div>
  )
}
