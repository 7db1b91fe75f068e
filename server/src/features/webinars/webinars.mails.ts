import { company } from '@kontor/contract/shared/company'
import { longOsloTime } from '@kontor/contract/shared/time'
import { webinarMinutes } from '@kontor/contract/webinars/webinars.rules'
import { type CalendarMethod, calendarFile } from '../../platform/calendar/calendar-file.ts'
import type { MailAttachment } from '../../platform/mail/mailer.ts'
import {
  block,
  composeMail,
  type MailText,
  type OfficeTexts,
  renderSubject,
  renderTemplate,
  type TagValues,
  templateMail,
  whyNotes,
  withoutLinks,
} from '../emails/emails.mails.ts'
import type { MailSettings } from '../emails/emails.queries.ts'
import type { RegistrationRow, Webinar } from './webinars.queries.ts'

type Language = 'no' | 'en'

/** The parts of a registration that its mails mention. */
export type Registration = Pick<RegistrationRow, 'name' | 'email' | 'company' | 'phone'>

const confirmationTexts = {
  no: {
    greeting: 'Hei {name}.',
    registered: 'Du er påmeldt. Kalenderfilen som følger med, legger webinaret i kalenderen din.',
    again:
      'Du var allerede påmeldt dette webinaret, så påmeldingen din står som før. Kalenderfilen følger med en gang til.',
    webinar: 'Webinar',
    time: 'Tid',
    zone: 'norsk tid',
    change: 'Kan du ikke komme likevel, eller er noe feil? Svar på denne e-posten.',
    regards: 'Vennlig hilsen',
    calendar: 'Webinar med {company}.',
  },
  en: {
    greeting: 'Hello {name},',
    registered: 'You’re registered. The attached calendar file adds the webinar to your calendar.',
    again:
      'You were already registered for this webinar, so nothing has changed. The calendar file is attached again.',
    webinar: 'Webinar',
    time: 'Time',
    zone: 'Norwegian time',
    change: 'Can’t make it? Just reply to this email.',
    regards: 'Kind regards',
    calendar: 'Webinar with {company}.',
  },
} as const

const englishSubject = 'Confirmation of your webinar registration'

const timeIn = (language: Language, date: string): string =>
  `${longOsloTime(date, language)} (${confirmationTexts[language].zone})`

/**
 * The visitor's confirmation, in the language of the form; only the Norwegian one uses the office's texts. Only this mail says that
 * the address was already registered: the form's response is always the same.
 */
export const confirmationMail = (
  webinar: Webinar,
  registration: Registration & { readonly alreadyRegistered: boolean },
  language: Language,
  texts: OfficeTexts,
): MailText => {
  const { email, alreadyRegistered } = registration
  const name = withoutLinks(registration.name)
  const visitorCompany = registration.company && withoutLinks(registration.company)
  const phone = registration.phone && withoutLinks(registration.phone)
  const text = confirmationTexts[language]
  const webinarDate = timeIn(language, webinar.date)
  const tags: TagValues = { name, email, company: visitorCompany, phone, webinarName: webinar.name, webinarDate }
  if (language === 'no' && texts.template) {
    return templateMail(texts.template, tags, alreadyRegistered ? block.paragraph(text.again) : '')
  }
  const subject = language === 'no' ? renderSubject(texts.subject, tags) : englishSubject
  const blocks = [
    block.heading('{heading}'),
    block.paragraph(text.greeting),
    block.paragraph(alreadyRegistered ? text.again : text.registered),
    block.fact(text.webinar, '<strong>{webinar}</strong>'),
    block.fact(text.time, '{time}'),
    block.paragraph(text.change),
    block.paragraph(`${text.regards}<br>{company}`),
    block.note(whyNotes.webinar[language]),
  ]
  const values = {
    heading: subject,
    name,
    webinar: webinar.name,
    time: webinarDate,
    company: company.name,
  }
  return composeMail(language, subject, { blocks, values })
}

/** Notifies the company of a new registration; `panelUrl` is the office. */
export const noticeMail = (webinar: Webinar, registration: Registration, panelUrl: string): MailText => {
  const values = {
    name: registration.name,
    email: registration.email,
    company: registration.company ?? '–',
    phone: registration.phone ?? '–',
    webinar: webinar.name,
    time: timeIn('no', webinar.date),
    panelUrl,
  }
  const subject = renderTemplate('Ny påmelding fra {name}: {webinar}', values, 'text')
  const blocks = [
    block.heading('Ny påmelding'),
    block.fact('Webinar', '<strong>{webinar}</strong>'),
    block.fact('Tid', '{time}'),
    block.fact('Navn', '{name}'),
    block.fact('E-post', '{email}'),
    block.fact('Bedrift', '{company}'),
    block.fact('Telefon', '{phone}'),
    block.note(
      `Svar på denne e-posten for å svare {name}. Alle påmeldinger står i ${block.link('{panelUrl}', 'kontoret')}.`,
    ),
  ]
  return composeMail('no', subject, { blocks, values })
}

const newsTexts = {
  moved: {
    no: {
      subject: 'Nytt tidspunkt: {webinar}',
      news: 'Webinaret du er påmeldt, har fått nytt tidspunkt. Du er fortsatt påmeldt.',
      before: 'Tidligere tid',
      time: 'Ny tid',
      calendar:
        'Kalenderfilen som følger med, flytter webinaret i kalenderen din. Passer ikke det nye tidspunktet? Svar på denne e-posten.',
    },
    en: {
      subject: 'New time: {webinar}',
      news: 'The webinar you’re registered for has a new time. You’re still registered.',
      before: 'Previous time',
      time: 'New time',
      calendar:
        'The attached calendar file moves the webinar in your calendar. Can’t make the new time? Just reply to this email.',
    },
  },
  cancelled: {
    no: {
      subject: 'Avlyst: {webinar}',
      news: 'Webinaret du er påmeldt, er dessverre avlyst.',
      before: 'Tid',
      time: null,
      calendar:
        'Kalenderfilen som følger med, tar webinaret ut av kalenderen din. Har du spørsmål? Svar på denne e-posten.',
    },
    en: {
      subject: 'Cancelled: {webinar}',
      news: 'Unfortunately, the webinar you’re registered for has been cancelled.',
      before: 'Time',
      time: null,
      calendar:
        'The attached calendar file removes the webinar from your calendar. Any questions? Just reply to this email.',
    },
  },
} as const

/** Changes of a webinar that registered people are notified of. */
export type WebinarNews = keyof typeof newsTexts

/** Notifies a registered person of a webinar's new time or its cancellation; `before` is the old time. */
export const newsMail = (
  kind: WebinarNews,
  webinar: Webinar,
  { name, before, language }: { name: string; before: string; language: Language },
): MailText => {
  const text = newsTexts[kind][language]
  const values = {
    name,
    webinar: webinar.name,
    before: timeIn(language, before),
    time: timeIn(language, webinar.date),
    company: company.name,
  }
  const subject = renderTemplate(text.subject, values, 'text')
  const blocks = [
    block.heading(text.subject),
    block.paragraph(confirmationTexts[language].greeting),
    block.paragraph(text.news),
    block.fact(confirmationTexts[language].webinar, '<strong>{webinar}</strong>'),
    block.fact(text.before, '{before}'),
    ...(text.time ? [block.fact(text.time, '<strong>{time}</strong>')] : []),
    block.paragraph(text.calendar),
    block.paragraph(`${confirmationTexts[language].regards}<br>{company}`),
    block.note(whyNotes.webinar[language]),
  ]
  return composeMail(language, subject, { blocks, values })
}

/** Metadata of a calendar file: organizer, URL, timestamp, and whether it publishes or cancels the webinar. */
interface CalendarContext {
  readonly settings: MailSettings
  readonly url: string
  readonly now: string
  readonly method?: CalendarMethod
}

/** Builds the calendar file. Its uid is the webinar's id, so that later files update the same entry. */
export const webinarCalendarFile = (
  webinar: Webinar,
  language: Language,
  { settings, url, now, method = 'PUBLISH' }: CalendarContext,
): MailAttachment => {
  const event = {
    uid: webinar.id,
    sequence: webinar.sequence,
    start: webinar.date,
    minutes: webinarMinutes,
    summary: webinar.name,
    description: [
      renderTemplate(confirmationTexts[language].calendar, { company: company.name }, 'text'),
      timeIn(language, webinar.date),
    ].join('\n'),
    url,
    organizer: { name: settings.fromName, address: settings.fromEmail },
    stamp: now,
  }
  return calendarFile('webinar.ics', event, method)
}
