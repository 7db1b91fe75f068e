import { type AgreementLanguage, codeRules } from '@kontor/contract/agreements/agreements.rules'
import { secretPlaceholder } from '../../platform/mail/mail-hooks.ts'
import { block, composeMail } from '../emails/emails.mails.ts'
import type { NewMail } from '../emails/emails.service.ts'

/** Name under which the code generator is registered with `mailHooks`. */
export const codeSecret = 'agreement-code'

type Text = Readonly<Record<'subject' | 'why' | 'label' | 'valid' | 'warning' | 'end', string>>

const texts: Readonly<Record<AgreementLanguage, Text>> = {
  no: {
    subject: 'Kode for å svare på avtale',
    why: 'Skriv denne koden på siden der du svarer på avtalen «{title}» ({reference}) fra {company}.',
    label: 'Kode',
    valid: 'Koden gjelder i {minutes} minutter.',
    warning:
      'Gi den ikke til noen, heller ikke til oss. Har du ikke bedt om en kode, kan du se bort fra denne e-posten.',
    end: 'Vennlig hilsen',
  },
  en: {
    subject: 'Code for answering an agreement',
    why: 'Enter this code on the page where you answer the agreement “{title}” ({reference}) from {company}.',
    label: 'Code',
    valid: 'The code is valid for {minutes} minutes.',
    warning: "Don't give it to anyone, not even to us. If you didn't ask for a code, please ignore this email.",
    end: 'Kind regards',
  },
}

/** The mail with a code. The code itself is filled in at delivery: the office's mail log must not show it. */
export const codeMail = (
  { codeId, title, reference }: { readonly codeId: string; readonly title: string; readonly reference: string },
  language: AgreementLanguage,
): Pick<NewMail, 'subject' | 'html' | 'secret'> => {
  const { subject, why, label, valid, warning, end } = texts[language]
  const blocks = [
    block.heading(subject),
    block.paragraph(why),
    block.fact(label, `<strong style="font-size:24px;letter-spacing:0.2em">${secretPlaceholder}</strong>`),
    block.paragraph(valid),
    block.note(warning),
    block.paragraph(`${end}<br>{company}`),
  ]
  const values = { title, reference, minutes: String(codeRules.validMinutes) }
  return {
    ...composeMail(language, `${subject}: ${reference}`, { blocks, values }),
    secret: { maker: codeSecret, of: codeId },
  }
}
