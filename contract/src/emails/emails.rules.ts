/** Constants of the e-mail log, free of dependencies. */

/** What caused a mail, with the label that the panel shows. */
export const emailTypes = {
  contact: 'Kontakt',
  webinar: 'Webinar',
  agreement: 'Avtale',
  test: 'Test',
  other: 'Annet',
} as const

export type EmailType = keyof typeof emailTypes

/** How far a mail has come: waiting, tried and to be tried again, written to a file (no mail server is set), taken by the mail server, given up. */
export const emailDeliveries = {
  queued: 'I kø',
  retrying: 'Prøver igjen',
  stored: 'Lagret, ikke sendt',
  sent: 'Sendt',
  failed: 'Feilet',
} as const

export type EmailDelivery = keyof typeof emailDeliveries

/** The spec's three statuses; `other` while a mail is queued, retrying or stored. */
export const emailStatus = (delivery: EmailDelivery): 'sent' | 'failed' | 'other' =>
  delivery === 'sent' || delivery === 'failed' ? delivery : 'other'

/** The subjects used until the e-mail settings say otherwise. */
export const emailSubjectDefaults = {
  contact: 'Takk for din henvendelse',
  webinar: 'Bekreftelse på webinar-påmelding',
} as const
