import { StaticPart } from '../../../platform/static-part.tsx'
import { NotFoundContent } from '../components/not-found-content.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="not-found">{import.meta.env.SSR && <NotFoundContent />}</StaticPart>
    </main>
  )
}
