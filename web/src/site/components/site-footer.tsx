import { useTexts } from '../../platform/i18n.tsx'
import { cookieTexts } from '../texts/cookie-texts.ts'
import { FooterLegal } from './footer-legal.tsx'
import { FooterLinks } from './footer-links.tsx'

export function SiteFooter({ page }: { page: string }) {
  const { settings } = useTexts(cookieTexts)
  return (
    <footer className="bg-fjord-deep text-on-fjord-soft text-small [--color-focus:var(--color-signal-on-fjord)] [--thread:var(--color-signal-on-fjord)] print:hidden">
      <FooterLinks page={page} />
      <div className="frame">
        <div className="flex flex-wrap items-center gap-x-6 border-fjord-line border-t py-5">
          <FooterLegal page={page} />
          <button
            type="button"
            data-opens="cookie-settings"
            className="min-h-[2.75rem] underline underline-offset-4 hover:text-on-fjord noscript:hidden"
          >
            {settings}
          </button>
        </div>
      </div>
    </footer>
  )
}
