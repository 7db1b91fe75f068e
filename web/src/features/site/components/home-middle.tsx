import { AboutSection } from './about-section.tsx'
import { ProductSection } from './product-section.tsx'
import { ServiceSection } from './service-section.tsx'

/** What the company offers, and who it is: between the intro and the webinars. */
export function HomeMiddle() {
  return (
    <>
      <ProductSection />
      <ServiceSection />
      <AboutSection />
    </>
  )
}
