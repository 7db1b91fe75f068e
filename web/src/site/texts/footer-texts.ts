import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

export const footerTexts = defineTexts({
  no: {
    navigation: 'Bunnmeny',
    about: 'Digitale verktøy og råd for bedrifter som har nok å gjøre fra før.',
    products: 'Produkter',
    services: 'Tjenester',
    company: 'Bedriften',
    serviceNames: ['Digitalisering', 'ISO 9001', 'ISO 14001', 'Miljøfyrtårn'],
    aboutUs: 'Om oss',
    custom: 'Skreddersøm',
    contact: 'Kontakt',
    privacy: 'Personvern',
    terms: 'Vilkår',
    organizationNumber: 'Org.nr.',
    since: `Siden ${company.founded}`,
  },
  en: {
    navigation: 'Footer menu',
    about: 'Digital tools and advice for businesses that already have enough on their plate.',
    products: 'Products',
    services: 'Services',
    company: 'The company',
    serviceNames: ['Digitalisation', 'ISO 9001', 'ISO 14001', 'Eco-Lighthouse'],
    aboutUs: 'About us',
    custom: 'Custom applications',
    contact: 'Contact',
    privacy: 'Privacy',
    terms: 'Terms',
    organizationNumber: 'Company no.',
    since: `Since ${company.founded}`,
  },
})
