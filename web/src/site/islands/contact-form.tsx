import type { createContact } from '@kontor/contract/contacts/contacts.endpoints'
import { contactLimits, contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import { useHomePath, useLanguage, useTexts } from '../../platform/i18n.tsx'
import { ChevronDownIcon } from '../../ui/base/icons.tsx'
import { contactTexts } from '../texts/contact-texts.ts'
import { formTexts } from '../texts/form-texts.ts'
import { useVisitorForm } from './use-visitor-form.ts'
import { VisitorField, VisitorIdentityFields } from './visitor-field.tsx'
import { VisitorFormEnd } from './visitor-form-end.tsx'

const fields = ['name', 'email', 'company', 'subject', 'message'] as const
const required = ['name', 'email', 'subject', 'message'] as const
const subjectOptions = Object.entries(contactSubjects)
// Imports only the endpoint's type: the site's bundle has no zod.
const address: (typeof createContact)['path'] = '/api/contacts'

/** The public contact form, labelled by the title of its section. Without scripts, the browser posts the form to its page. */
export function ContactForm() {
  const texts = { ...useTexts(formTexts), ...useTexts(contactTexts) }
  const { language } = useLanguage()
  const sent = { title: texts.messageSentSuccess, description: texts.messageSentDescription }
  const failed = texts.errorSendingMessage
  const { problems, formProps, end } = useVisitorForm({ fields, required, url: () => address, sent, failed })
  return (
    <form
      {...formProps}
      action={`${useHomePath()}#contact`}
      aria-labelledby="contact-title"
      className="grid gap-x-5 gap-y-4 sm:gap-y-5 sm:grid-cols-2"
    >
      <p className="text-[0.9375rem] text-soft sm:col-span-2">{texts.requiredMark}</p>
      <VisitorIdentityFields form="contact" problems={problems} limits={contactLimits} />
      <VisitorField
        form="contact"
        field="subject"
        label={texts.subject}
        problem={problems.subject}
        missing={texts.missingSubject}
      >
        {(props) => (
          <div className="relative">
            <select defaultValue="" {...props} className={`${props.className} appearance-none pr-11`}>
              <option value="" disabled hidden>
                {texts.chooseSubject}
              </option>
              {subjectOptions.map(([value, label]) => (
                <option key={value} value={value}>
                  {label[language]}
                </option>
              ))}
            </select>
            <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2" />
          </div>
        )}
      </VisitorField>
      <VisitorField
        form="contact"
        field="message"
        label={texts.message}
        problem={problems.message}
        missing={texts.missingMessage}
        className="sm:col-span-2"
      >
        {(props) => <textarea {...props} rows={4} maxLength={contactLimits.message} />}
      </VisitorField>
      <VisitorFormEnd {...end} send={texts.send} sending={texts.sending} note={texts.privacy} />
    </form>
  )
}
