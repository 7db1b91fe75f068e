import { languageCookie, siteLanguages } from '@kontor/contract/site/site.rules'
import { siteTexts } from '../../../content/site-texts.ts'
import { useLanguage, useTexts } from '../../../platform/i18n.tsx'

const option =
  'grid min-h-11 min-w-11 place-items-center px-2 font-medium text-small text-soft underline-offset-[6px] hover:text-ink hover:underline aria-pressed:font-bold aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-2 aria-pressed:decoration-signal'

/** Two buttons in a form that loads the same page in the other language; the head script keeps what has been typed. */
export function LanguageSwitch() {
  const { language } = useLanguage()
  const { languages } = useTexts(siteTexts)
  return (
    <form>
      <fieldset className="flex items-center divide-x divide-rule">
        <legend className="sr-only">{languages}</legend>
        {siteLanguages.map((one) => (
          <button
            key={one}
            type="submit"
            name={languageCookie}
            value={one}
            aria-pressed={one === language}
            className={option}
          >
            {one.toUpperCase()}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
