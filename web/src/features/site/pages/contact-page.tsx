import { StaticPart } from '../../../platform/static-part.tsx'
import { ContactContent } from '../components/contact-content.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="contact">{import.meta.env.SSR && <ContactContent />}</StaticPart>
    </main>
  )
}
