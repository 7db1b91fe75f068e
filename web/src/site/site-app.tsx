import type { ComponentType } from 'react'
import { CookieBanner } from '../features/site/components/cookie-banner.tsx'
import { CookieDialogs } from '../features/site/components/cookie-dialogs.tsx'
import { SiteFooter } from '../features/site/components/site-footer.tsx'
import { SiteHeader } from '../features/site/components/site-header.tsx'

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
