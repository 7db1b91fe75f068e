import { AboutSection } from '../components/about-section.tsx'
import { ContactSection } from '../components/contact-section.tsx'
import { HomeTop } from '../components/home-top.tsx'
import { ProductSection } from '../components/product-section.tsx'
import { SectionAnchor } from '../components/section-anchor.tsx'
import { SectionNumber } from '../components/section-number.tsx'
import { ServiceSection } from '../components/service-section.tsx'
import { WebinarSection } from '../components/webinar-section.tsx'
import { Island } from '../islands/island.tsx'
import { SiteToaster } from '../islands/site-toaster.tsx'

export function HomePage() {
  return (
    <>
      <HomeTop />
      <ProductSection />
      <ServiceSection />
      <AboutSection />
      <WebinarSection
        number={
          <>
            <SectionAnchor id="webinar-registration" />
            <SectionNumber entry="webinars">05</SectionNumber>
          </>
        }
      />
      <ContactSection />
      <Island name="toaster">
        <SiteToaster />
      </Island>
    </>
  )
}
