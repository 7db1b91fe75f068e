import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { cookieDialogTexts } from '../../../content/cookie-dialog-texts.ts'
import { type CookieCategory, cookieCategories, cookies } from '../../../content/cookies.ts'
import type { CookieChoice } from '../../../platform/cookie-consent.ts'
import { useLanguage, useTexts } from '../../../platform/i18n.tsx'
import { currentConsent } from './cookie-choice.ts'
import { type CookieDialogProps, CookieDialogShell, dialogButton, dialogEnd } from './cookie-dialog-shell.tsx'
import { useDecide } from './use-decide.ts'

const optional = ['analytics', 'marketing'] as const

type Part = 'necessary' | (typeof optional)[number]

/** Neither kind needs consent: functional cookies are stored only when the visitor chooses a language. */
const categoriesOf = (part: Part): readonly CookieCategory[] => (part === 'necessary' ? [part, 'functional'] : [part])

function CookieList({ part }: { part: Part }) {
  const { language } = useLanguage()
  return (
    <ul className="mt-2 grid gap-2 text-small">
      {cookies
        .filter(({ category }) => categoriesOf(part).includes(category))
        .map(({ names, texts }) => (
          <li key={names[0]}>
            <span className="break-words font-medium">{names.join(', ')}</span>
            <span className="block text-soft">
              {texts[language].purpose} {texts[language].lifetime}.
            </span>
          </li>
        ))}
    </ul>
  )
}

function CategoryRow({ part, children }: { part: Part; children: ReactNode }) {
  const { reasons, customise } = useTexts(cookieDialogTexts)
  const names = useTexts(cookieCategories)
  return (
    <div className="border-rule border-t py-4">
      <div className="flex items-start justify-between gap-6">
        <div>
          <p id={`cookies-${part}`} className="font-semibold">
            {names[part]}
          </p>
          <p id={`cookies-${part}-reason`} className="max-w-[25em] text-small text-soft">
            {reasons[part]}
          </p>
        </div>
        {children}
      </div>
      <details className="mt-1">
        <summary className="inline-block py-1 text-small underline decoration-1 underline-offset-4 hover:decoration-2">
          {customise.details} <span className="sr-only">({names[part]})</span>
        </summary>
        <CookieList part={part} />
      </details>
    </div>
  )
}

/** Lets the visitor choose by category. Only earlier choices are preselected. */
export function CustomiseDialog({ onClose }: CookieDialogProps) {
  const { customise } = useTexts(cookieDialogTexts)
  const decide = useDecide()
  const dialog = useRef<HTMLDialogElement>(null)
  const [choice, setChoice] = useState<CookieChoice>(() => currentConsent() ?? { analytics: false, marketing: false })

  const toggle = (part: keyof CookieChoice): void => setChoice({ ...choice, [part]: !choice[part] })

  /** By default Enter submits the form, which would store a consent that the visitor wanted to switch off. */
  const toggleByEnter = (event: KeyboardEvent<HTMLInputElement>, part: keyof CookieChoice): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!event.repeat) toggle(part)
  }

  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    dialog.current?.close()
    decide(choice)
  }

  return (
    <CookieDialogShell title={customise.title} dialog={dialog} onClose={onClose}>
      <p className="mt-3 max-w-[30em]">{customise.lead}</p>
      <form onSubmit={save}>
        <div className="mt-5">
          <CategoryRow part="necessary">
            <p className="shrink-0 font-semibold text-small text-success">{customise.alwaysOn}</p>
          </CategoryRow>
          {optional.map((part) => (
            <CategoryRow key={part} part={part}>
              <input
                type="checkbox"
                role="switch"
                checked={choice[part]}
                aria-checked={choice[part]}
                onChange={() => toggle(part)}
                onKeyDown={(event) => toggleByEnter(event, part)}
                aria-labelledby={`cookies-${part}`}
                aria-describedby={`cookies-${part}-reason`}
                className="toggle"
              />
            </CategoryRow>
          ))}
        </div>
        <div className={dialogEnd}>
          <button type="submit" className={dialogButton}>
            {customise.save}
          </button>
          <button type="button" onClick={() => dialog.current?.close()} className={dialogButton}>
            {customise.cancel}
          </button>
        </div>
      </form>
    </CookieDialogShell>
  )
}
