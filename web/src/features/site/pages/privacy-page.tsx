import { StaticPart } from '../../../platform/static-part.tsx'
import { PrivacyContent } from '../components/privacy-content.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="privacy">{import.meta.env.SSR && <PrivacyContent />}</StaticPart>
    </main>
  )
}
