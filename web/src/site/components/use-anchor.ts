import { useHomePath, useLanguage } from '../../platform/i18n.tsx'
import { type AnchorId, norwegianAnchors } from '../texts/anchors.ts'

/** Returns a function that names a section in the language of the page, for links to the section. */
export const useAnchor = (): ((id: AnchorId) => string) => {
  const { language } = useLanguage()
  return (id) => (language === 'no' ? norwegianAnchors[id] : id)
}

/** Returns the address of the home page's contact section. */
export const useContactPath = (): string => `${useHomePath()}#${useAnchor()('contact')}`
