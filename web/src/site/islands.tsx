import type { ReactNode } from 'react'
import { ContactForm } from '../features/contacts/components/contact-form.tsx'
import { SiteToaster } from '../features/site/components/site-toaster.tsx'
import { Webinars } from '../features/webinars/components/webinars.tsx'

/** Everything that React hydrates on the public site. */
export const islands: Readonly<Record<string, ReactNode>> = {
  webinars: <Webinars />,
  contact: <ContactForm />,
  toaster: <SiteToaster />,
}
