import { useTexts } from '../../platform/i18n.tsx'
import { aboutTexts } from '../texts/about-texts.ts'

/** The company's four values; `level` is their heading level. */
export function Values({ level }: { level: 'h3' | 'h4' }) {
  const { values } = useTexts(aboutTexts)
  const Name = level
  return (
    <ol className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
      {values.map(({ name, text }, index) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-3 border-ink border-t-2 pt-4 sm:block">
          <p aria-hidden="true" className="text-small text-soft numerals">
            {index + 1}
          </p>
          <Name className="font-bold text-[1.375rem] tracking-[-0.015em]">{name}</Name>
          <p className="mt-2 w-full text-soft">{text}</p>
        </li>
      ))}
    </ol>
  )
}
