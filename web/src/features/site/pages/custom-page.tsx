import { StaticPart } from '../../../platform/static-part.tsx'
import { CustomContent } from '../components/custom-content.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="custom">{import.meta.env.SSR && <CustomContent />}</StaticPart>
    </main>
  )
}
