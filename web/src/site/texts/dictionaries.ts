import { aboutTexts } from './about-texts.ts'
import { contactPageTexts } from './contact-page-texts.ts'
import { customTexts } from './custom-texts.ts'
import { footerTexts } from './footer-texts.ts'
import { headerTexts } from './header-texts.ts'
import { homeTexts } from './home-texts.ts'
import { islandDictionaries } from './island-dictionaries.ts'
import { notFoundTexts } from './not-found-texts.ts'
import { pageTexts } from './page-texts.ts'
import { privacyTexts } from './privacy-texts.ts'
import { productTexts } from './product-texts.ts'
import { readyPageTexts } from './ready-page-texts.ts'
import { serviceTexts } from './service-texts.ts'
import { transparencyTexts } from './transparency-texts.ts'
import { webinarTitleTexts } from './webinar-title-texts.ts'

/**
 * The texts that the company may change; the id of a text begins with its dictionary's name. The cookie texts are left out, since a consent
 * refers to the version of their text.
 */
export const dictionaries = {
  ...islandDictionaries,
  about: aboutTexts,
  contactPage: contactPageTexts,
  custom: customTexts,
  footer: footerTexts,
  header: headerTexts,
  home: homeTexts,
  notFound: notFoundTexts,
  privacy: privacyTexts,
  products: productTexts,
  readyPage: readyPageTexts,
  services: serviceTexts,
  transparency: transparencyTexts,
  webinarTitle: webinarTitleTexts,
  titleHome: pageTexts.home,
  titleAbout: pageTexts.about,
  titleProducts: pageTexts.products,
  titleServices: pageTexts.services,
  titleCustom: pageTexts.custom,
  titleContact: pageTexts.contact,
  titlePrivacy: pageTexts.privacy,
  titleTransparency: pageTexts.transparency,
  titleNotFound: pageTexts['not-found'],
} as const
