import { StaticPart } from '../../../platform/static-part.tsx'
import { ServicesContent } from '../components/services-content.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="services">{import.meta.env.SSR && <ServicesContent />}</StaticPart>
    </main>
  )
}
