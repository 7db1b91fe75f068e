import { ClockIcon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'

/** Stands where a part of the office is not built yet, and says what it will hold. */
export function ComingScreen({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <Page>
      <div className="max-w-xl py-6 sm:py-10">
        <p className="flex items-center gap-2 text-[0.8125rem] text-soft">
          <ClockIcon /> Kommer
        </p>
        <h2 className="mt-2 font-semibold text-2xl tracking-tight">{title}</h2>
        <p className="mt-3 text-soft">Denne delen er ikke tatt i bruk ennå. Her vil du finne:</p>
        <ul className="mt-5 border-rule border-t">
          {points.map((point) => (
            <li key={point} className="border-rule border-b py-3 text-sm">
              {point}
            </li>
          ))}
        </ul>
      </div>
    </Page>
  )
}
