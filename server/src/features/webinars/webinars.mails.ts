import { tagValues } from '@kontor/contract/emails/emails.rules'
import { longOsloTime } from '@kontor/contract/shared/time'
import { registrationStates, webinarMinutes } from '@kontor/contract/webinars/webinars.rules'
import type { MailAttachment } from '../../platform/mail/mailer.ts'
import {
  block,
  composeMail,
  defaultSubjects,
  type MailText,
  type OfficeTexts,
  renderSubject,
  renderTemplate,
  suspectNote,
  type TagValues,
  templateMail,
  whyNotes,
  withoutLinks,
} from '../emails/emails.mails.ts'
import type { MailSettings } from '../emails/emails.queries.ts'
import { calendarFile } from './webinars.calendar.ts'
import type { RegistrationRow, Webinar } from './webinars.queries.ts'

type Language = 'no' | 'en'

/** The parts of a registration that its mails mention. */
export type Registration = Pick<RegistrationRow, 'name' | 'email' | 'company' | 'phone'>

/** Texts that the mails to registrants share. */
export const commonTexts = {
  no: {
    greeting: 'Hei, {name}!',
    webinar: 'Webinar',
    time: 'Tid',
    zone: 'norsk tid',
    duration: 'Varighet',
    minutes: (minutes: number) => `${minutes} minutter`,
    heldIn: 'Språk',
    languages: { no: 'Norsk', en: 'Engelsk' },
    link: 'Lenke',
    attend: 'Slik blir du med: åpne lenken når webinaret begynner.',
    attendLater: 'Lenken til webinaret får du på e-post før det begynner.',
    attendSoon:
      'Lenken til webinaret er ikke klar ennå. Har du ikke fått den når det begynner, svar på denne e-posten.',
    cancel: `Kan du ikke komme likevel? ${block.link('{ownUrl}', 'Meld deg av her')}. Er noe feil, svar på denne e-posten.`,
    leaveList: `Vil du ikke stå på listen lenger? ${block.link('{ownUrl}', 'Meld deg av her')}.`,
    held: 'Det er rift om plassene: bekreft påmeldingen din før {heldUntil}, ellers faller den bort.',
    confirm: 'Bekreft påmeldingen',
    join: 'Bli med',
    regards: 'Vennlig hilsen',
    calendar: 'Webinar med {company}.',
  },
  en: {
    greeting: 'Hello {name},',
    webinar: 'Webinar',
    time: 'Time',
    zone: 'Norwegian time',
    duration: 'Duration',
    minutes: (minutes: number) => `${minutes} minutes`,
    heldIn: 'Language',
    languages: { no: 'Norwegian', en: 'English' },
    link: 'Link',
    attend: 'To attend, open the link when the webinar begins.',
    attendLater: 'We will email you the link before the webinar begins.',
    attendSoon: 'The link isn’t ready yet. If you don’t have it when the webinar begins, just reply to this email.',
    cancel: `Can’t make it? ${block.link('{ownUrl}', 'Cancel your registration here')}. If anything is wrong, just reply to this email.`,
    leaveList: `No longer interested? ${block.link('{ownUrl}', 'Leave the waiting list here')}.`,
    held: 'Places are scarce: please confirm your registration before {heldUntil}, or it will lapse.',
    confirm: 'Confirm my registration',
    join: 'Join',
    regards: 'Kind regards',
    calendar: 'Webinar with {company}.',
  },
} as const

const confirmationTexts = {
  no: {
    registered: 'Du er påmeldt. Kalenderfilen som følger med, legger webinaret i kalenderen din.',
    again:
      'Du var allerede påmeldt dette webinaret, så påmeldingen din står som før. Kalenderfilen følger med en gang til.',
  },
  en: {
    registered: 'You are registered. The attached calendar file adds the webinar to your calendar.',
    again:
      'You were registered for this webinar already, so nothing has changed. The calendar file is attached once more.',
  },
} as const

const waitingTexts = {
  no: {
    subject: 'Venteliste: {webinar}',
    waiting:
      'Webinaret er fullt, så du står på venteliste. Blir det en plass til deg, får du den, med beskjed på e-post.',
    again: 'Du står allerede på ventelisten til dette webinaret. Blir det en plass til deg, får du beskjed på e-post.',
  },
  en: {
    subject: 'Waiting list: {webinar}',
    waiting:
      'The webinar is full, so you are on the waiting list. If a place becomes free, it is yours and we will email you.',
    again: 'You are on the waiting list for this webinar already. If a place becomes free, we will email you.',
  },
} as const

/** Returns a webinar's time in words, with its zone. */
export const timeIn = (language: Language, date: string): string =>
  `${longOsloTime(date, language)} (${commonTexts[language].zone})`

/** Returns blocks for the facts that the office has filled in, other than name and time. */
export const optionFacts = (
  { durationMinutes, language: heldIn, joinLink }: Webinar,
  language: Language,
): readonly string[] => {
  const text = commonTexts[language]
  return [
    ...(durationMinutes === null ? [] : [block.fact(text.duration, text.minutes(durationMinutes))]),
    ...(heldIn === null ? [] : [block.fact(text.heldIn, text.languages[heldIn])]),
    ...(joinLink === null ? [] : [block.fact(text.link, block.link('{link}', '{link}'))]),
  ]
}

type Held = Pick<RegistrationRow, 'heldUntil'>

/**
 * Returns the blocks that say how to attend; the text `withoutLink` while there is no join link. Leaves out the link's button in a mail
 * with a button that confirms a held registration.
 */
export const attendBlocks = (
  { joinLink }: Webinar,
  language: Language,
  { heldUntil }: Held,
  withoutLink: 'attendLater' | 'attendSoon' = 'attendLater',
): readonly string[] => {
  const text = commonTexts[language]
  if (joinLink === null) return [block.paragraph(text[withoutLink])]
  return [block.paragraph(text.attend), ...(heldUntil === null ? [block.button('{link}', text.join)] : [])]
}

/** Returns the blocks that ask the registrant to confirm a held registration, which would lapse otherwise. None if it isn't held. */
export const heldBlocks = ({ heldUntil }: Held, language: Language): readonly string[] => {
  const { held, confirm } = commonTexts[language]
  return heldUntil === null ? [] : [block.paragraph(held), block.button('{ownUrl}', confirm)]
}

/** Returns the values of the tags in the mails' blocks; `ownUrl` is the registrant's personal page. */
export const mailValues = (
  webinar: Webinar,
  { name, heldUntil }: Held & Pick<RegistrationRow, 'name'>,
  ownUrl: string,
  language: Language,
): TagValues => ({
  name: withoutLinks(name),
  heldUntil: heldUntil && timeIn(language, heldUntil),
  ownUrl,
  webinar: webinar.name,
  time: timeIn(language, webinar.date),
  link: webinar.joinLink,
  description: webinar.description,
})

interface Confirmed extends Registration, Held {
  readonly state: RegistrationRow['state']
  readonly alreadyRegistered: boolean
}

interface ConfirmationTexts extends OfficeTexts {
  /** The registrant's personal page. */
  readonly ownUrl: string
}

/**
 * Composes the confirmation in the form's language, from the office's template or the built-in text. Only this mail tells the visitor that
 * the address was registered before: the form's response is always the same.
 */
export const confirmationMail = (
  webinar: Webinar,
  registration: Confirmed,
  language: Language,
  texts: ConfirmationTexts,
): MailText => {
  const { email, alreadyRegistered } = registration
  const values = mailValues(webinar, registration, texts.ownUrl, language)
  if (registration.state === 'waiting') return waitingMail(webinar, values, language, registration)
  const visitorCompany = registration.company && withoutLinks(registration.company)
  const phone = registration.phone && withoutLinks(registration.phone)
  const text = confirmationTexts[language]
  const common = commonTexts[language]
  const webinarDate = timeIn(language, webinar.date)
  const tags = tagValues('webinar', {
    name: withoutLinks(registration.name),
    email,
    company: visitorCompany,
    phone,
    webinarName: webinar.name,
    webinarDate,
  })
  const attendance = [...optionFacts(webinar, language), ...attendBlocks(webinar, language, registration)]
  const cancel = block.paragraph(common.cancel)
  const held = heldBlocks(registration, language)
  if (texts.template) {
    return templateMail(texts.template, tags, {
      lead: renderTemplate(
        [...(alreadyRegistered ? [block.paragraph(text.again)] : []), ...held].join('\n'),
        values,
        'html',
      ),
      end: renderTemplate([...attendance, cancel].join('\n'), values, 'html'),
    })
  }
  const subject =
    language === 'no'
      ? renderSubject({ type: 'webinar', language, subject: texts.subject }, tags)
      : defaultSubjects.webinar.en
  const blocks = [
    block.heading('{heading}'),
    block.paragraph(common.greeting),
    block.paragraph(alreadyRegistered ? text.again : text.registered),
    ...held,
    block.fact(common.webinar, '<strong>{webinar}</strong>'),
    block.fact(common.time, '{time}'),
    ...attendance,
    ...(webinar.description === null ? [] : [block.paragraph('{description}')]),
    cancel,
    block.paragraph(`${common.regards}<br>{company}`),
    block.note(whyNotes.webinar[language]),
  ]
  return composeMail(language, subject, { blocks, values: { ...values, heading: subject } })
}

const waitingMail = (webinar: Webinar, values: TagValues, language: Language, registration: Confirmed): MailText => {
  const text = waitingTexts[language]
  const common = commonTexts[language]
  const blocks = [
    block.heading(text.subject),
    block.paragraph(common.greeting),
    block.paragraph(registration.alreadyRegistered ? text.again : text.waiting),
    ...heldBlocks(registration, language),
    block.fact(common.webinar, '<strong>{webinar}</strong>'),
    block.fact(common.time, '{time}'),
    ...optionFacts({ ...webinar, joinLink: null }, language),
    block.paragraph(common.leaveList),
    block.paragraph(`${common.regards}<br>{company}`),
    block.note(whyNotes.webinar[language]),
  ]
  return composeMail(language, renderTemplate(text.subject, values, 'text'), { blocks, values })
}

/** Notifies the company of a new or suspect registration; `panelUrl` is the office's URL. */
export const noticeMail = (
  webinar: Webinar,
  registration: Registration & Pick<RegistrationRow, 'state' | 'suspect'>,
  panelUrl: string,
): MailText => {
  const what = registration.suspect ? 'Mistenkelig påmelding' : 'Ny påmelding'
  const values = {
    name: registration.name,
    email: registration.email,
    company: registration.company ?? '–',
    phone: registration.phone ?? '–',
    webinar: webinar.name,
    time: timeIn('no', webinar.date),
    panelUrl,
  }
  const subject = renderTemplate(`${what} fra {name}: {webinar}`, values, 'text')
  const blocks = [
    block.heading(what),
    block.fact('Webinar', '<strong>{webinar}</strong>'),
    block.fact('Tid', '{time}'),
    block.fact('Navn', '{name}'),
    block.fact('E-post', '{email}'),
    block.fact('Bedrift', '{company}'),
    block.fact('Telefon', '{phone}'),
    ...(registration.state === 'waiting' ? [block.fact('Plass', registrationStates.waiting)] : []),
    registration.suspect ? suspectNote('påmeldingen') : block.note('Svar på denne e-posten for å svare {name}.'),
    block.button('{panelUrl}', 'Åpne kontoret'),
  ]
  return composeMail('no', subject, { blocks, values })
}

/** Organizer, URL and timestamp of a calendar file. With `cancelledFor`, the file doesn't publish the webinar, but cancels it for that address. */
interface CalendarContext {
  readonly settings: MailSettings
  readonly url: string
  readonly now: string
  readonly cancelledFor?: string | undefined
}

/** Writes a webinar's calendar file. The uid is the webinar's id, so that later files update the same entry. */
export const webinarCalendarFile = (
  webinar: Webinar,
  language: Language,
  { settings, url, now, cancelledFor }: CalendarContext,
): MailAttachment => {
  const event = {
    uid: webinar.id,
    sequence: webinar.sequence,
    start: webinar.date,
    minutes: webinar.durationMinutes ?? webinarMinutes,
    summary: webinar.name,
    description: [
      renderTemplate(commonTexts[language].calendar, { company: settings.fromName }, 'text'),
      timeIn(language, webinar.date),
      ...(webinar.joinLink === null ? [] : [`${commonTexts[language].link}: ${webinar.joinLink}`]),
      ...(webinar.description === null ? [] : ['', webinar.description]),
    ].join('\n'),
    location: webinar.joinLink,
    url,
    organizer: { name: settings.fromName, address: settings.fromEmail },
    stamp: now,
  }
  return calendarFile('webinar.ics', event, cancelledFor)
}
