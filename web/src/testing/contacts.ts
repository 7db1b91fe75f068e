import { createContact } from '@kontor/contract/contacts/contacts.endpoints'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { commands } from 'vitest/browser'
import { call } from '../platform/api-client.ts'

type Enquiry = EndpointInput<typeof createContact>['body']

/** Returns an enquiry as the site's form sends it. */
export const enquiry = (changes: Partial<Enquiry> = {}): Enquiry => ({
  name: 'Kari Nordmann',
  email: 'kari@kunde.example',
  company: 'Kunde AS',
  subject: 'general',
  message: 'Vi vil vite mer om internkontroll.',
  ...changes,
})

/** Sends enquiries one after the other, as visitors do. */
export const sendEnquiries = async (enquiries: readonly Enquiry[]): Promise<void> => {
  for (const body of enquiries) await call(createContact, { body })
}

/** Deletes every enquiry. */
export const clearEnquiries = async (): Promise<void> => {
  await commands.sql('DELETE FROM contacts')
}
