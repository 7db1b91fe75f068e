import { StaticPart } from '../../../platform/static-part.tsx'
import { TransparencyContent } from '../components/transparency-content.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="transparency">{import.meta.env.SSR && <TransparencyContent />}</StaticPart>
    </main>
  )
}
