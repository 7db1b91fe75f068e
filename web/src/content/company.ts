/** What only the site tells of the company; the facts that its mails need too stand in the contract (`shared/company`). */
export const siteCompany = {
  /** Opens in a new tab; the calendar belongs to another service. */
  bookingUrl: 'https://booking.eksempel.example/demo',
} as const
