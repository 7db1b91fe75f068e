import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import { useCompany } from '../../platform/site-content.ts'
import { type ProductId, productIds, productTexts } from '../texts/product-texts.ts'
import { ExternalLink } from './external-link.tsx'
import { ProductDrawing } from './product-drawing.tsx'
import { SectionAnchor } from './section-anchor.tsx'
import { SectionNumber } from './section-number.tsx'

function ProductCard({ id }: { id: ProductId }) {
  const { products, readMore, readMoreAbout } = useTexts(productTexts)
  const { name, url } = useCompany().products[id]
  const { kind, text, points } = products[id]
  return (
    <article className="grid grid-cols-[5.5rem_1fr] gap-x-10 gap-y-4 border-rule border-t pt-8 sm:grid-cols-[13rem_1fr] sm:grid-rows-[auto_1fr]">
      <div className="sm:row-span-2">
        <ProductDrawing id={id} />
      </div>
      <div className="self-center">
        <h3 className="font-bold text-[1.75rem] leading-tight tracking-[-0.02em]">{name}</h3>
        <p className="mt-1 text-soft leading-snug">{kind}</p>
      </div>
      <div className="col-span-2 sm:col-span-1">
        <p className="max-w-[30.7em]">{text}</p>
        {/* Left out on phones, where only the products' own page shows them. */}
        <ul className="ticks mt-5 hidden sm:block">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <ExternalLink href={url} className="thread-link mt-4">
          {readMore} <span className="sr-only">{readMoreAbout(name)}</span>
        </ExternalLink>
      </div>
    </article>
  )
}

export function ProductSection() {
  const texts = useTexts(productTexts)
  return (
    <section id="products" className="frame grid gap-x-12 gap-y-12 py-20 lg:grid-cols-12 lg:py-32">
      <SectionAnchor id="products" />
      <div className="lg:sticky lg:top-28 lg:col-span-4 lg:self-start">
        <SectionNumber entry="products">02</SectionNumber>
        <h2 className="font-bold text-title">{texts.title}</h2>
        <p className="mt-6 max-w-[21.2em] text-lead">{texts.lead}</p>
        <a href={useSitePath('/produkter')} className="thread-link mt-6">
          {texts.all}
        </a>
      </div>
      <div className="flex flex-col gap-14 lg:col-span-8">
        {productIds.map((id) => (
          <ProductCard key={id} id={id} />
        ))}
      </div>
    </section>
  )
}
