import { languageCookie, siteLanguages } from '@kontor/contract/site/site.rules'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { siteTexts } from '../texts/shell-texts.ts'

/** Two buttons in a form that loads the same page in the other language; the head script keeps what has been typed. */
export function LanguageSwitch() {
  const { language } = useLanguage()
  const { languages } = useTexts(siteTexts)
  return (
    <form>
      <fieldset className="flex items-center">
        <legend className="sr-only">{languages}</legend>
        {siteLanguages.map((one) => (
          <button
            key={one}
            type="submit"
            name={languageCookie}
            value={one}
            aria-pressed={one === language}
            className="language-option"
          >
            {one.toUpperCase()}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
