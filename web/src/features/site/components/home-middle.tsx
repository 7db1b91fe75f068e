import { AboutSection } from './about-section.tsx'
import { ProductSection } from './product-section.tsx'
import { ServiceSection } from './service-section.tsx'

/** Products, services and about: between the intro and the webinars. */
export function HomeMiddle() {
  return (
    <>
      <ProductSection />
      <ServiceSection />
      <AboutSection />
    </>
  )
}
