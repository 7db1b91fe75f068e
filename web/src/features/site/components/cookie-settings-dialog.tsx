import { longOsloTime } from '@kontor/contract/shared/time'
import { useRef } from 'react'
import { cookieDialogTexts } from '../../../content/cookie-dialog-texts.ts'
import { cookieCategories } from '../../../content/cookies.ts'
import { type CookieConsent, clearConsent } from '../../../platform/cookie-consent.ts'
import { deleteDeclinedCookies } from '../../../platform/delete-cookies.ts'
import { useLanguage, useTexts } from '../../../platform/i18n.tsx'
import { currentConsent } from './cookie-choice.ts'
import { type CookieDialogProps, CookieDialogShell, dialogButton, dialogEnd } from './cookie-dialog-shell.tsx'

/** Withdrawing consent also deletes its cookies, whether or not it is given again. */
const askAgain = (): void => {
  clearConsent()
  deleteDeclinedCookies({ analytics: false, marketing: false })
  location.reload()
}

function Receipt({ consent }: { consent: CookieConsent }) {
  const { receipt } = useTexts(cookieDialogTexts)
  const names = useTexts(cookieCategories)
  const { language } = useLanguage()
  const allowed = (['analytics', 'marketing'] as const).filter((category) => consent[category])
  const rows = [
    { term: receipt.when, text: longOsloTime(consent.date, language) },
    { term: receipt.what, text: ['necessary' as const, ...allowed].map((one) => names[one]).join(', ') },
    { term: receipt.text, text: receipt.version(consent.version), hash: consent.hash },
  ]
  return (
    <dl className="mt-5 border-rule border-t">
      {rows.map(({ term, text, hash }) => (
        <div key={term} className="grid gap-x-6 border-rule border-b py-3 sm:grid-cols-[12rem_1fr]">
          <dt className="text-soft">{term}</dt>
          <dd className="min-w-0 font-medium">
            {text}
            {hash && <span className="block break-all font-normal text-small text-soft">SHA-256 {hash}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the visitor their own choice and lets them choose again. */
export function SettingsDialog({ onClose }: CookieDialogProps) {
  const { receipt } = useTexts(cookieDialogTexts)
  const dialog = useRef<HTMLDialogElement>(null)
  const consent = currentConsent()
  return (
    <CookieDialogShell title={receipt.title} dialog={dialog} onClose={onClose}>
      <p className="mt-3 max-w-[30em]">{consent ? receipt.lead : receipt.none}</p>
      {consent && <Receipt consent={consent} />}
      <p className="mt-5 max-w-[30em] text-small text-soft">{receipt.showBannerText}</p>
      <div className={`${dialogEnd} mt-5`}>
        <button type="button" onClick={askAgain} className={dialogButton}>
          {receipt.showBanner}
        </button>
        <button type="button" onClick={() => dialog.current?.close()} className={dialogButton}>
          {receipt.close}
        </button>
      </div>
    </CookieDialogShell>
  )
}
