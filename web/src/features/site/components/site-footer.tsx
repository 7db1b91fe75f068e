import { StaticPart } from '../../../platform/static-part.tsx'
import { CookieSettingsButton } from './cookie-settings-button.tsx'
import { FooterLegal } from './footer-legal.tsx'
import { FooterLinks } from './footer-links.tsx'

export function SiteFooter({ page }: { page: string }) {
  return (
    <footer className="bg-fjord-deep text-on-fjord-soft text-small [--color-focus:var(--color-signal-on-fjord)] [--thread:var(--color-signal-on-fjord)] print:hidden">
      <StaticPart name="footer">{import.meta.env.SSR && <FooterLinks page={page} />}</StaticPart>
      <div className="frame">
        <div className="flex flex-wrap items-center gap-x-6 border-fjord-line border-t py-5">
          <StaticPart name="legal">{import.meta.env.SSR && <FooterLegal page={page} />}</StaticPart>
          <CookieSettingsButton className="min-h-11 noscript:hidden underline underline-offset-4 hover:text-on-fjord" />
        </div>
      </div>
    </footer>
  )
}
