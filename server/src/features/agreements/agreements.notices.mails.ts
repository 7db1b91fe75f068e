import { validityLabels } from '@kontor/contract/agreements/agreements.rules'
import { oreText } from '@kontor/contract/shared/money'
import { longOsloDay, longOsloTime } from '@kontor/contract/shared/time'
import { block, composeMail, type MailText, renderTemplate } from '../emails/emails.mails.ts'

/** The facts of an agreement in notices to the company. */
export interface NoticeData {
  readonly reference: string
  readonly title: string
  readonly customerName: string
  readonly totalAmount: number
  readonly vatAmount: number
  /** The URL of the agreement's page in the office. */
  readonly url: string
}

interface NoticeParts {
  /** The heading, and a paragraph about the event. */
  readonly opening: readonly string[]
  /** Facts below the agreement's reference and total. */
  readonly facts: readonly string[]
  /** Blocks below the button. */
  readonly end?: readonly string[]
  readonly values: Readonly<Record<string, string>>
}

export const noticeMail = (
  { totalAmount, vatAmount, ...agreement }: NoticeData,
  subject: string,
  { opening, facts, end = [], values }: NoticeParts,
): MailText => {
  const all = { ...agreement, total: oreText(totalAmount + vatAmount), ...values }
  return composeMail('no', renderTemplate(subject, all, 'text'), {
    blocks: [
      ...opening,
      block.fact('Avtale', '{reference}'),
      block.fact('Total ink. mva', '<strong>{total}</strong>'),
      ...facts,
      block.button('{url}', 'Åpne avtalen i kontoret'),
      ...end,
    ],
    values: all,
  })
}

/** The notice that a link was opened. It doesn't say who opened it, since the link can be forwarded. */
export const openedNoticeMail = (
  agreement: NoticeData,
  { openedAt, link }: { readonly openedAt: string; readonly link: string },
): MailText =>
  noticeMail(agreement, 'Åpnet: {title} – {customerName}', {
    opening: [
      block.heading('Avtalen er åpnet'),
      block.paragraph('Lenken til avtalen «{title}» med {customerName} er åpnet for første gang.'),
    ],
    facts: [block.fact('Tidspunkt', '{openedAt} (norsk tid)'), block.fact('Lenken', '{link}')],
    values: { openedAt: longOsloTime(openedAt, 'no'), link },
  })

/** The notice that a reminder was withheld, since the customer needs an eID to answer and eID is no longer set up. */
export const withheldReminderMail = (agreement: NoticeData): MailText =>
  noticeMail(agreement, 'Påminnelse ikke sendt: {title} – {customerName}', {
    opening: [
      block.heading('Påminnelsen ble ikke sendt'),
      block.paragraph(
        '{customerName} må identifisere seg med eID for å svare på avtalen «{title}», men eID er ikke lenger satt opp. Kunden kunne ikke ha svart, så påminnelsen ble ikke sendt. Velg en annen måte å bekrefte på, og send avtalen på nytt.',
      ),
    ],
    facts: [],
    values: {},
  })

export const expiryNoticeMail = (
  agreement: NoticeData,
  { validUntil, recipient }: { readonly validUntil: string; readonly recipient: string },
): MailText =>
  noticeMail(agreement, 'Utløpt uten svar: {title} – {customerName}', {
    opening: [
      block.heading('Avtalen utløp uten svar'),
      block.paragraph(
        '{customerName} har ikke svart på avtalen «{title}», og fristen er ute. Vil du gi dem mer tid, kan du flytte fristen og sende avtalen på nytt.',
      ),
    ],
    facts: [
      block.fact(validityLabels.no, '{validUntil}'),
      ...(recipient ? [block.fact('Sendt til', '{recipient}')] : []),
    ],
    values: { validUntil: longOsloDay(validUntil), recipient },
  })
