import { useTexts } from '../../platform/i18n.tsx'
import { headerTexts } from '../texts/header-texts.ts'

interface SectionNumberProps {
  readonly children: string
  /** The menu's entry for the section. Its label is shown next to the number. */
  readonly entry?: keyof typeof headerTexts.no.entries
}

/** The number of a section, with a short line that leads to its title. */
export function SectionNumber({ children, entry }: SectionNumberProps) {
  const { entries } = useTexts(headerTexts)
  return (
    <p className="mb-5 flex items-center gap-4 font-semibold text-small numerals">
      <span aria-hidden="true">{children}</span>
      <span className="h-px w-16 bg-current opacity-40" />
      {entry && entries[entry]}
    </p>
  )
}
