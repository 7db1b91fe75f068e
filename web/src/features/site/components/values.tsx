import { aboutTexts } from '../../../content/about-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'

/** The company's four values; `level` is their place in the page's outline. */
export function Values({ level }: { level: 'h3' | 'h4' }) {
  const { values } = useTexts(aboutTexts)
  const Name = level
  return (
    <ol className="grid gap-x-10 gap-y-4 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-4">
      {values.map(({ name, text }, index) => (
        <li
          key={name}
          className="grid grid-cols-[1.5rem_1fr] items-baseline border-ink border-t-2 pt-3 sm:block sm:pt-4"
        >
          <p aria-hidden="true" className="text-small text-soft tabular-nums">
            {index + 1}
          </p>
          <Name className="font-bold text-[1.25rem] tracking-[-0.015em] sm:mt-1 sm:text-[1.375rem]">{name}</Name>
          <p className="col-span-2 mt-0.5 text-soft sm:mt-2">{text}</p>
        </li>
      ))}
    </ol>
  )
}
