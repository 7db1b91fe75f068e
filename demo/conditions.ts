import { createCondition } from '@kontor/contract/conditions/conditions.endpoints'
import type { AdminCall } from './admin-api.ts'

const conditions = [
  {
    name: 'Betalingsfrist',
    category: 'payment',
    isDefault: true,
    content:
      'Faktura sendes når leveransen er godkjent, og forfaller etter 14 dager.\nVed forsinket betaling påløper renter etter forsinkelsesrenteloven.\nPurregebyr følger inkassoforskriften.\nInnsigelser mot fakturaen må komme skriftlig innen åtte dager.',
  },
  {
    name: 'Prisregulering',
    category: 'payment',
    isDefault: true,
    content: 'Løpende avtaler justeres hver januar etter konsumprisindeksen, regnet fra november til november.',
  },
  {
    name: 'Levering og medvirkning',
    category: 'delivery',
    isDefault: true,
    content:
      'Arbeidet gjøres i avtalt tidsrom. Kunden stiller med en kontaktperson og gir tilgang til dokumenter og lokaler. Blir vi forsinket av forhold på kundens side, flyttes fristen tilsvarende.',
  },
  {
    name: 'Garanti for sertifisering',
    category: 'warranty',
    content: 'Blir sertifikatet ikke utstedt ved første forsøk, retter vi avvikene uten ekstra kostnad.',
  },
  {
    name: 'Taushetsplikt',
    category: 'general',
    isDefault: true,
    content: 'Begge parter holder opplysninger om den andres virksomhet for seg selv, også etter at avtalen er over.',
  },
  {
    name: 'Databehandleravtale',
    category: 'Personvern',
    content:
      'Behandler vi personopplysninger for kunden, gjelder egen databehandleravtale etter personvernforordningen.',
  },
  {
    name: 'Reisetillegg i Nord-Norge',
    category: 'delivery',
    isActive: false,
    content: 'Reiser nord for Bodø faktureres etter statens satser.',
  },
]

/** Adds the demo's standard conditions, in order. */
export const addDemoConditions = async (call: AdminCall): Promise<void> => {
  for (const [index, condition] of conditions.entries()) {
    await call(createCondition, { body: { ...condition, sortOrder: index + 1 } })
  }
}
