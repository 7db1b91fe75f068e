import type { TagIds } from '../platform/tag-hosts.ts'

/** What only the site tells of the company; the facts that its mails need too stand in the contract (`shared/company`). */
export const siteCompany = {
  /** Opens in a new tab; the calendar belongs to another service. */
  bookingUrl: 'https://booking.eksempel.example/demo',
  /** Each has a site of its own, at another address. */
  products: {
    tool: { name: 'Digitool', url: 'https://digitool.example' },
    ai: { name: 'Digitool AI', url: 'https://ai.digitool.example' },
    platform: { name: 'Digitun', url: 'https://digitun.example' },
  },
  transparency: { name: 'Digitool Transparency', replyWithinHours: 24, riskFactors: 5 },
  /** Who has no booking link is written to. */
  team: [
    { id: 'kari', name: 'Kari Nordmann', bookingUrl: 'https://booking.eksempel.example/kari', email: null },
    { id: 'ola', name: 'Ola Nordmann', bookingUrl: 'https://booking.eksempel.example/ola', email: null },
    { id: 'lise', name: 'Lise Nordmann', bookingUrl: 'https://booking.eksempel.example/lise', email: null },
    { id: 'per', name: 'Per Nordmann', bookingUrl: null, email: 'per@eksempel.example' },
  ],
  /** The day from which the privacy statement reads as it does. */
  privacyUpdated: '30.07.2024',
} as const

export type TeamMember = (typeof siteCompany.team)[number]

/** The numbers of the company's tags at other services; null for none. They load only after a visitor has agreed. */
export const siteTags: TagIds = { googleAnalytics: null, metaPixel: null }
