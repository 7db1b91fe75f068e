import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { cookieDialogTexts } from '../texts/cookie-dialog-texts.ts'
import { type CookieCategory, cookieCategories, cookies } from './cookie-list.ts'
import { consentVersion } from './cookie-version.ts'

const optional = ['analytics', 'marketing'] as const

type Part = 'necessary' | (typeof optional)[number]

/** Lists functional cookies with the necessary ones. Neither needs consent: a functional one stores the visitor's own choice. */
const categoriesOf = (part: Part): readonly CookieCategory[] => (part === 'necessary' ? [part, 'functional'] : [part])

interface DialogProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A native modal, opened by the head script. The browser traps the focus, closes the modal on Escape and restores the focus. */
function Dialog({ id, title, children }: DialogProps) {
  return (
    <dialog id={id} aria-labelledby={`${id}-title`} className="cookie-dialog">
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      <form method="dialog">{children}</form>
    </dialog>
  )
}

function CookieList({ part }: { part: Part }) {
  const { language } = useLanguage()
  return (
    <ul>
      {cookies
        .filter(({ category }) => categoriesOf(part).includes(category))
        .map(({ names, texts }) => (
          <li key={names[0]}>
            <b>{names.join(', ')}</b> {texts[language].purpose} {texts[language].lifetime}.
          </li>
        ))}
    </ul>
  )
}

function CategoryRow({ part, children }: { part: Part; children: ReactNode }) {
  const { reasons, customise } = useTexts(cookieDialogTexts)
  const names = useTexts(cookieCategories)
  return (
    <div className="cookie-row">
      <div>
        <p id={`cookies-${part}`} className="font-semibold">
          {names[part]}
        </p>
        <p id={`cookies-${part}-reason`}>{reasons[part]}</p>
        <details>
          <summary>
            {customise.details} <span className="sr-only">({names[part]})</span>
          </summary>
          <CookieList part={part} />
        </details>
      </div>
      {children}
    </div>
  )
}

/** Lets the visitor choose by category. */
function CustomiseDialog() {
  const { customise } = useTexts(cookieDialogTexts)
  return (
    <Dialog id="cookie-customise" title={customise.title}>
      <p>{customise.lead}</p>
      <CategoryRow part="necessary">
        <p className="font-semibold text-success">{customise.alwaysOn}</p>
      </CategoryRow>
      {optional.map((part) => (
        <CategoryRow key={part} part={part}>
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state by itself
            role="switch"
            name={part}
            aria-labelledby={`cookies-${part}`}
            aria-describedby={`cookies-${part}-reason`}
            className="toggle"
          />
        </CategoryRow>
      ))}
      <div className="cookie-buttons">
        <button type="submit" value="save">
          {customise.save}
        </button>
        <button type="submit">{customise.cancel}</button>
      </div>
    </Dialog>
  )
}

/** The visitor's choice, filled in by the head script, and a button to choose again. */
function SettingsDialog() {
  const { receipt } = useTexts(cookieDialogTexts)
  const names = useTexts(cookieCategories)
  return (
    <Dialog id="cookie-settings" title={receipt.title}>
      <p data-if="none">{receipt.none}</p>
      <div data-if="chosen">
        <p>{receipt.lead}</p>
        <dl>
          <dt>{receipt.when}</dt>
          <dd>
            <time />
          </dd>
          <dt>{receipt.what}</dt>
          <dd>
            {names.necessary}
            {optional.map((part) => (
              <span key={part} data-if={part}>
                , {names[part]}
              </span>
            ))}
          </dd>
          <dt>{receipt.text}</dt>
          <dd>{receipt.version(consentVersion)}</dd>
        </dl>
      </div>
      <p>{receipt.showBannerText}</p>
      <div className="cookie-buttons">
        <button type="submit" value="ask">
          {receipt.showBanner}
        </button>
        <button type="submit">{receipt.close}</button>
      </div>
    </Dialog>
  )
}

/** Part of every page; closed at first. */
export function CookieDialogs() {
  return (
    <>
      <CustomiseDialog />
      <SettingsDialog />
    </>
  )
}
