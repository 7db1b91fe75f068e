import { company } from '@kontor/contract/shared/company'
import { siteLanguages } from '@kontor/contract/site/site.rules'
import { siteTexts } from '../../../content/site-texts.ts'
import { useLanguage, useTexts } from '../../../platform/i18n.tsx'

function LanguageSwitch() {
  const { language, setLanguage } = useLanguage()
  const { languages } = useTexts(siteTexts)
  return (
    <fieldset>
      <legend className="sr-only">{languages}</legend>
      {siteLanguages.map((option) => (
        <button
          key={option}
          type="button"
          lang={option}
          aria-pressed={option === language}
          onClick={() => setLanguage(option)}
        >
          {option.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}

export function SiteHeader() {
  return (
    <header>
      {company.name}
      <LanguageSwitch />
    </header>
  )
}
