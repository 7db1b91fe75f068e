import { StaticPart } from '../../../platform/static-part.tsx'
import { WebinarSection } from '../../webinars/components/webinar-section.tsx'
import { ContactSection } from '../components/contact-section.tsx'
import { HomeMiddle } from '../components/home-middle.tsx'
import { HomeTop } from '../components/home-top.tsx'
import { SectionNumber } from '../components/section-number.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="home-top">{import.meta.env.SSR && <HomeTop />}</StaticPart>
      <StaticPart name="home-middle">{import.meta.env.SSR && <HomeMiddle />}</StaticPart>
      <WebinarSection number={import.meta.env.SSR && <SectionNumber>05</SectionNumber>} />
      <ContactSection />
    </main>
  )
}
