import type { ComponentType } from 'react'
import { StaticPart } from '../../../platform/static-part.tsx'
import { AboutContent } from '../components/about-content.tsx'
import { ContactContent } from '../components/contact-content.tsx'
import { CustomContent } from '../components/custom-content.tsx'
import { NotFoundContent } from '../components/not-found-content.tsx'
import { PrivacyContent } from '../components/privacy-content.tsx'
import { ProductsContent } from '../components/products-content.tsx'
import { ServicesContent } from '../components/services-content.tsx'
import { TransparencyContent } from '../components/transparency-content.tsx'

const contents: Readonly<Record<string, ComponentType>> = {
  about: AboutContent,
  products: ProductsContent,
  services: ServicesContent,
  custom: CustomContent,
  contact: ContactContent,
  privacy: PrivacyContent,
  transparency: TransparencyContent,
  'not-found': NotFoundContent,
}

/** A page that is one static part. */
export function Page({ id }: { id: string }) {
  const Content = import.meta.env.SSR && contents[id]
  return (
    <main id="main">
      <StaticPart name={id}>{Content && <Content />}</StaticPart>
    </main>
  )
}
