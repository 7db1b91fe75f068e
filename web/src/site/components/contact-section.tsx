import { messageSentId } from '@kontor/contract/site/site.rules'
import { useTexts } from '../../platform/i18n.tsx'
import sea from '../art/sea.svg'
import { ContactForm } from '../islands/contact-form.tsx'
import { Island } from '../islands/island.tsx'
import { contactTexts } from '../texts/contact-texts.ts'
import { ContactDetails, ContactTitle } from './contact-details.tsx'
import { Team } from './team.tsx'

/** Shown after a form was sent without scripts: the server redirects here. */
function MessageSent() {
  const texts = useTexts(contactTexts)
  return (
    <div id={messageSentId} tabIndex={-1} className="mb-8 hidden border-success border-l-4 py-1 pl-4 target:block">
      <p className="font-semibold">{texts.messageSentSuccess}</p>
      <p>{texts.messageSentDescription}</p>
    </div>
  )
}

export function ContactSection() {
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
        className="absolute -top-px left-1/2 w-full min-w-[75rem] max-w-none -translate-x-1/2 forced-colors:hidden"
      />
      <div className="frame relative pt-[7rem] pb-24 sm:pt-[max(15rem,18.5vw)] lg:pb-32 forced-colors:pt-24">
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
          <ContactTitle />
          <div className="self-start rounded-md bg-paper p-5 text-ink [--color-focus:var(--color-fjord)] sm:p-9 lg:col-span-7 lg:row-span-2 lg:p-11">
            <MessageSent />
            <Island name="contact">
              <ContactForm />
            </Island>
          </div>
          <ContactDetails />
        </div>
        <div className="mt-20 lg:mt-28">
          <Team />
        </div>
      </div>
    </section>
  )
}
