import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { privacyTexts } from '../texts/privacy-texts.ts'
import { cookieCategories, cookies, formCookies } from './cookie-list.ts'

const cell = 'block py-0.5 align-top md:table-cell md:py-3 md:pr-6'

/** A table on a wide screen, one block for each row on a narrow one. */
export function CookieTable() {
  const { table } = useTexts(privacyTexts)
  const categories = useTexts(cookieCategories)
  const { language } = useLanguage()
  return (
    <table className="mt-6 w-full max-w-[52rem] text-left text-small">
      <caption className="pb-3 text-left font-semibold">{table.caption}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="border-ink border-b">
          {[table.name, table.category, table.purpose, table.lifetime].map((heading) => (
            <th key={heading} scope="col" className="py-2 pr-6 font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...cookies, ...formCookies].map(({ names, category, texts }) => (
          <tr key={names[0]} className="block border-rule border-b py-3 md:table-row">
            <th scope="row" className={`${cell} font-semibold`}>
              {names.map((name) => (
                <code key={name} className="block font-sans">
                  {name}
                </code>
              ))}
            </th>
            <td className={cell}>{categories[category]}</td>
            <td className={cell}>{texts[language].purpose}</td>
            <td className={cell}>{texts[language].lifetime}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
