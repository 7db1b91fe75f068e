import { StaticPart } from '../../../platform/static-part.tsx'
import { WebinarSection } from '../../webinars/components/webinar-section.tsx'
import { AboutSection } from '../components/about-section.tsx'
import { ContactSection } from '../components/contact-section.tsx'
import { HomeTop } from '../components/home-top.tsx'
import { ProductSection } from '../components/product-section.tsx'
import { SectionAnchor } from '../components/section-anchor.tsx'
import { SectionNumber } from '../components/section-number.tsx'
import { ServiceSection } from '../components/service-section.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="home-top">{import.meta.env.SSR && <HomeTop />}</StaticPart>
      <StaticPart name="home-middle">
        {import.meta.env.SSR && (
          <>
            <ProductSection />
            <ServiceSection />
            <AboutSection />
          </>
        )}
      </StaticPart>
      <WebinarSection
        number={
          import.meta.env.SSR && (
            <>
              <SectionAnchor id="webinar-registration" />
              <SectionNumber entry="webinars">05</SectionNumber>
            </>
          )
        }
      />
      <ContactSection />
    </main>
  )
}
