import { StaticPart } from '../../../platform/static-part.tsx'
import { AboutContent } from '../components/about-content.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="about">{import.meta.env.SSR && <AboutContent />}</StaticPart>
    </main>
  )
}
