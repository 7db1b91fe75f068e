import { createProduct } from '@kontor/contract/products/products.endpoints'
import { marginOf, priceWithVat, productVatRate } from '@kontor/contract/products/products.rules'
import { kronerFromOre } from '@kontor/contract/shared/money'
import type { AdminCall, BodyOf } from './admin-api.ts'

type ProductBody = BodyOf<typeof createProduct>

interface DemoProduct extends Pick<ProductBody, 'number' | 'name' | 'type' | 'description' | 'comment' | 'isActive'> {
  /** In øre. */
  readonly cost: number
  /** In øre, without VAT. */
  readonly price: number
  readonly taxId?: number
}

const products: readonly DemoProduct[] = [
  {
    number: '100',
    name: 'Rådgivning, per time',
    cost: 72_500,
    price: 145_000,
    type: 'Tjeneste',
    description: 'Rådgiver med erfaring fra bransjen, på stedet eller på skjerm.',
  },
  {
    number: '110',
    name: 'Internrevisjon av ledelsessystem, én dag',
    cost: 640_000,
    price: 1_190_000,
    type: 'Tjeneste',
    description: 'Revisjon etter ISO 9001 eller ISO 14001 med skriftlig rapport.',
  },
  {
    number: '120',
    name: 'Miljøfyrtårn: fra kartlegging til sertifikat',
    cost: 1_480_000,
    price: 2_490_000,
    type: 'Tjeneste',
    description: 'Kartlegging, tiltaksplan, opplæring og tre møter fram mot sertifiseringen.',
  },
  {
    number: '200',
    name: 'Digital internkontroll, lisens per bruker og måned',
    cost: 4_150,
    price: 14_900,
    type: 'Abonnement',
  },
  {
    number: '210',
    name: 'Oppsett og opplæring i digital internkontroll',
    cost: 510_000,
    price: 895_000,
    type: 'Tjeneste',
    comment: 'Halv pris for regnskapskontorer som tar med egne kunder.',
  },
  {
    number: '300',
    name: 'Verneombudskurs, 40 timer',
    cost: 310_000,
    price: 589_000,
    type: 'Kurs',
    taxId: 3,
    description: 'Arbeidsmiljøloven § 6-5. Undervisning uten mva.',
  },
  {
    number: '310',
    name: 'Frokostmøte med servering, per deltaker',
    cost: 21_500,
    price: 19_900,
    type: 'Kurs',
    taxId: 1,
    comment: 'Under kostpris med vilje: det gir nye kunder.',
  },
  { number: '400', name: 'HMS-perm, A4', cost: 18_900, price: 34_900, type: 'Vare', isActive: false },
]

/** Adds the demo's products: one below cost, one without VAT, one inactive. */
export const addDemoProducts = async (call: AdminCall): Promise<void> => {
  for (const { cost, price, taxId = 0, ...product } of products) {
    const body = {
      ...product,
      costPrice: kronerFromOre(cost),
      salesPrice: kronerFromOre(price),
      grosMargin: Math.max(marginOf(cost, price) ?? 0, 0) / 100,
      productTax_Id: taxId,
      salesPriceIncVat: kronerFromOre(priceWithVat(price, productVatRate(taxId) ?? 0) ?? price),
    }
    await call(createProduct, { body })
  }
}
