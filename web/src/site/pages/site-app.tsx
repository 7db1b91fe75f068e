import type { ComponentType } from 'react'
import { SiteFooter } from '../components/site-footer.tsx'
import { SiteHeader } from '../components/site-header.tsx'
import { CookieBanner } from '../consent/cookie-banner.tsx'
import { CookieDialogs } from '../consent/cookie-dialogs.tsx'

interface SiteAppProps {
  readonly id: string
  readonly Page: ComponentType
}

/** A whole public page. Runs in the build only; the browser runs its islands. */
export function SiteApp({ id, Page }: SiteAppProps) {
  return (
    <>
      <SiteHeader page={id} />
      <main id="main">
        <Page />
      </main>
      <SiteFooter page={id} />
      <CookieBanner />
      <CookieDialogs />
    </>
  )
}
