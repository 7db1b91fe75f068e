import { block, composeMail, type MailText, renderTemplate, whyNotes } from '../emails/emails.mails.ts'
import { attendBlocks, commonTexts, heldBlocks, mailValues, optionFacts, timeIn } from './webinars.mails.ts'
import type { Webinar } from './webinars.queries.ts'
import type { Recipient } from './webinars.seats.queries.ts'

const newsTexts = {
  moved: {
    no: {
      subject: 'Nytt tidspunkt: {webinar}',
      news: 'Webinaret du er påmeldt, har fått nytt tidspunkt. Du er fortsatt påmeldt.',
      calendar: 'Kalenderfilen som følger med, flytter webinaret i kalenderen din.',
    },
    en: {
      subject: 'New time: {webinar}',
      news: 'The webinar you’re registered for has a new time. You’re still registered.',
      calendar: 'The attached calendar file moves the webinar in your calendar.',
    },
  },
  link: {
    no: {
      subject: 'Lenke: {webinar}',
      news: 'Her er lenken til webinaret du er påmeldt. Har du fått en annen før, gjelder denne i stedet.',
      calendar: 'Kalenderfilen som følger med, legger lenken i kalenderen din.',
    },
    en: {
      subject: 'Link: {webinar}',
      news: 'Here is the link to the webinar you’re registered for. It replaces any link we sent you earlier.',
      calendar: 'The attached calendar file adds the link to your calendar.',
    },
  },
  linkGone: {
    no: {
      subject: 'Lenken gjelder ikke lenger: {webinar}',
      news: 'Lenken du fikk til webinaret, gjelder ikke lenger. Du er fortsatt påmeldt.',
      calendar: 'Kalenderfilen som følger med, tar den gamle lenken ut av kalenderen din.',
    },
    en: {
      subject: 'The link is no longer valid: {webinar}',
      news: 'The link that we sent you for the webinar is no longer valid. You’re still registered.',
      calendar: 'The attached calendar file removes the old link from your calendar.',
    },
  },
  reminder: {
    no: { subject: 'Påminnelse: {webinar}', news: 'Webinaret du er påmeldt, begynner snart.', calendar: null },
    en: {
      subject: 'Reminder: {webinar}',
      news: 'The webinar you’re registered for begins soon.',
      calendar: null,
    },
  },
  promoted: {
    no: {
      subject: 'Du har fått plass: {webinar}',
      news: 'Det ble en plass til deg. Du står ikke lenger på venteliste, men er påmeldt.',
      calendar: 'Kalenderfilen som følger med, legger webinaret i kalenderen din.',
    },
    en: {
      subject: 'You have a place: {webinar}',
      news: 'A place has become free for you. You have moved from the waiting list and are now registered.',
      calendar: 'The attached calendar file adds the webinar to your calendar.',
    },
  },
  unregistered: {
    no: {
      subject: 'Du er avmeldt: {webinar}',
      news: 'Du er meldt av webinaret, som du ba om.',
      calendar: 'Kalenderfilen som følger med, tar webinaret ut av kalenderen din.',
    },
    en: {
      subject: 'Registration cancelled: {webinar}',
      news: 'Your registration for the webinar is cancelled, as you asked.',
      calendar: 'The attached calendar file removes the webinar from your calendar.',
    },
  },
  lapsed: {
    no: {
      subject: 'Påmeldingen er falt bort: {webinar}',
      news: 'Påmeldingen din ble ikke bekreftet i tide, så plassen går til andre. Du kan melde deg på igjen.',
      calendar: 'Kalenderfilen som følger med, tar webinaret ut av kalenderen din.',
    },
    en: {
      subject: 'Registration lapsed: {webinar}',
      news: 'Your registration wasn’t confirmed in time, so the place goes to somebody else. You can register again.',
      calendar: 'The attached calendar file removes the webinar from your calendar.',
    },
  },
  offList: {
    no: { subject: 'Du er avmeldt: {webinar}', news: 'Du står ikke lenger på ventelisten.', calendar: null },
    en: {
      subject: 'Off the waiting list: {webinar}',
      news: 'You’re no longer on the waiting list.',
      calendar: null,
    },
  },
  cancelled: {
    no: {
      subject: 'Avlyst: {webinar}',
      news: 'Webinaret du er påmeldt, er dessverre avlyst.',
      calendar:
        'Kalenderfilen som følger med, tar webinaret ut av kalenderen din. Har du spørsmål? Svar på denne e-posten.',
    },
    en: {
      subject: 'Cancelled: {webinar}',
      news: 'Unfortunately, the webinar you’re registered for has been cancelled.',
      calendar:
        'The attached calendar file removes the webinar from your calendar. Any questions? Just reply to this email.',
    },
  },
  cancelledWaiting: {
    no: {
      subject: 'Avlyst: {webinar}',
      news: 'Webinaret du står på venteliste til, er dessverre avlyst.',
      calendar: null,
    },
    en: {
      subject: 'Cancelled: {webinar}',
      news: 'Unfortunately, the webinar you’re on the waiting list for has been cancelled.',
      calendar: null,
    },
  },
} as const

/** The news that registrants get after their confirmation. */
export type WebinarNews = keyof typeof newsTexts

/** The kinds of news after which the recipient is no longer registered or waiting. */
const endingNews: ReadonlySet<WebinarNews> = new Set([
  'unregistered',
  'lapsed',
  'offList',
  'cancelled',
  'cancelledWaiting',
])

const timeLabels = {
  no: { before: 'Tidligere tid', now: 'Ny tid' },
  en: { before: 'Earlier time', now: 'New time' },
} as const

/** Notifies a registrant; `before` is the old time of a webinar that was moved, `ownUrl` the registrant's personal page. */
export const newsMail = (
  kind: WebinarNews,
  webinar: Webinar,
  recipient: Pick<Recipient, 'name' | 'language' | 'heldUntil'>,
  { before, ownUrl }: { readonly before: string; readonly ownUrl: string },
): MailText => {
  const { language } = recipient
  const text = newsTexts[kind][language]
  const common = commonTexts[language]
  const values = { ...mailValues(webinar, recipient, ownUrl, language), before: timeIn(language, before) }
  const times =
    kind === 'moved'
      ? [
          block.fact(timeLabels[language].before, '{before}'),
          block.fact(timeLabels[language].now, '<strong>{time}</strong>'),
        ]
      : [block.fact(common.time, '{time}')]
  const attendance = [
    ...optionFacts(webinar, language),
    ...attendBlocks(webinar, language, recipient, kind === 'reminder' ? 'attendSoon' : 'attendLater'),
    block.paragraph(common.cancel),
  ]
  const blocks = [
    block.heading(text.subject),
    block.paragraph(common.greeting),
    block.paragraph(text.news),
    ...heldBlocks(recipient, language),
    block.fact(common.webinar, '<strong>{webinar}</strong>'),
    ...times,
    ...(endingNews.has(kind) ? [] : attendance),
    ...(text.calendar === null ? [] : [block.paragraph(text.calendar)]),
    block.paragraph(`${common.regards}<br>{company}`),
    block.note(whyNotes.webinar[language]),
  ]
  return composeMail(language, renderTemplate(text.subject, values, 'text'), { blocks, values })
}
