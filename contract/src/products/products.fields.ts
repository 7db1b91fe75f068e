import { decimal, flag, integer, line, text } from '../shared/field-kinds.ts'
import { kronerFromOre, maxOre } from '../shared/money.ts'
import { maxMarginPercent } from './products.rules.ts'

const maxKroner = kronerFromOre(maxOre)

/** The fields in the form's order. Prices are in kroner. */
export const productFields = {
  number: line('Nummer', 100, { called: 'Produktnummer', required: true }),
  name: line('Navn', 200, { called: 'Produktnavn', required: true }),
  type: line('Type', 100, {}),
  productTax_Id: integer('MVA-sats', 2_147_483_647, { called: 'Produkt mva-ID', initial: 0 }),
  costPrice: decimal('Kostpris', maxKroner, { initial: 0 }),
  grosMargin: decimal('Margin %', maxMarginPercent, { called: 'Bruttomargin', initial: 0 }),
  salesPrice: decimal('Salgspris', maxKroner, { initial: 0 }),
  salesPriceIncVat: decimal('Pris inkl. mva', maxKroner, { called: 'Salgspris inkl. mva', initial: 0 }),
  description: text('Beskrivelse', 5000, {}),
  comment: text('Intern kommentar', 5000, { called: 'Kommentar' }),
  isActive: flag('Aktiv', { initial: true }),
} as const
