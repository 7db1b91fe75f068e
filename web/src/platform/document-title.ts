import { company } from '@kontor/contract/shared/company'
import { useEffect } from 'react'

/** Sets the title of the browser's tab and history entry. */
export const useDocumentTitle = (screen: string): void => {
  useEffect(() => {
    document.title = `${screen} · ${company.shortName}`
  }, [screen])
}
