import { type Language, useLanguage, useTexts } from '../../platform/i18n.tsx'
import english from '../art/round-en.svg'
import norwegian from '../art/round-no.svg'
import { homeTexts } from '../texts/home-texts.ts'

const drawings: Readonly<Record<Language, string>> = { no: norwegian, en: english }

/** A drawn example of the tool: a safety round on a phone, in the language of the page. */
export function ToolDrawing() {
  const { tool } = useTexts(homeTexts).hero
  return (
    <img
      src={drawings[useLanguage().language]}
      alt={tool}
      width="272"
      height="434"
      loading="lazy"
      className="after-paint h-auto w-[17rem] max-w-none rounded-[1.75rem] floating"
    />
  )
}
