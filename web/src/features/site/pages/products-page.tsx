import { StaticPart } from '../../../platform/static-part.tsx'
import { ProductsContent } from '../components/products-content.tsx'

export function Page() {
  return (
    <main id="main">
      <StaticPart name="products">{import.meta.env.SSR && <ProductsContent />}</StaticPart>
    </main>
  )
}
