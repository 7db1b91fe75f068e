import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import { useCompany } from '../../platform/site-content.ts'
import { BookDemoLink } from '../components/book-demo-link.tsx'
import { Closing } from '../components/closing.tsx'
import { ExternalLink } from '../components/external-link.tsx'
import { PageHead } from '../components/page-head.tsx'
import { ProductDrawing } from '../components/product-drawing.tsx'
import { SectionAnchor } from '../components/section-anchor.tsx'
import { type ProductId, productIds, productTexts } from '../texts/product-texts.ts'

function Product({ id, number }: { id: ProductId; number: number }) {
  const { products, page, readMore, readMoreAbout } = useTexts(productTexts)
  const { name, url } = useCompany().products[id]
  const { kind, text, points, forWhom } = products[id]
  return (
    <section id={id} className="border-rule border-t">
      <SectionAnchor id={id} />
      <div className="frame grid items-start gap-x-12 gap-y-6 py-16 sm:grid-cols-[12rem_1fr] lg:grid-cols-12 lg:py-24">
        <div className={`max-sm:w-40 lg:col-span-4 ${number % 2 ? 'lg:order-last' : ''}`}>
          <ProductDrawing id={id} />
        </div>
        <div className="lg:col-span-8">
          <h2 className="font-bold text-title">{name}</h2>
          <p className="mt-2 text-lead text-soft">{kind}</p>
          <p className="mt-6 max-w-[34.2em]">{text}</p>
          <div className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
            <div>
              <h3 className="font-semibold">{page.pointsTitle}</h3>
              <ul className="ticks mt-3">
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </div>
            <div>
              <h3 className="font-semibold">{page.forWhomTitle}</h3>
              <p className="mt-3 max-w-[26em]">{forWhom}</p>
            </div>
          </div>
          <ExternalLink href={url} className="thread-link mt-6">
            {readMore} <span className="sr-only">{readMoreAbout(name)}</span>
          </ExternalLink>
        </div>
      </div>
    </section>
  )
}

export function ProductsContent() {
  const { page } = useTexts(productTexts)
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      {productIds.map((id, index) => (
        <Product key={id} id={id} number={index} />
      ))}
      <Closing title={page.togetherTitle} text={page.together}>
        <BookDemoLink className="action" />
        <a href={useSitePath('/skreddersom')} className="thread-link decoration-signal-on-fjord">
          {page.custom}
        </a>
      </Closing>
    </>
  )
}
