import type { ReactNode } from 'react'
import { ContactForm } from './contact-form.tsx'
import { SiteToaster } from './site-toaster.tsx'
import { Webinars } from './upcoming-webinars.tsx'

/** Everything that React hydrates on the public site. */
export const islands: Readonly<Record<string, ReactNode>> = {
  webinars: <Webinars />,
  contact: <ContactForm />,
  toaster: <SiteToaster />,
}
