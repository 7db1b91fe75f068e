import { useEffect } from 'react'
import { officeCompany as company } from './office-company.ts'

/** Sets the title of the browser's tab and history entry. */
export const useDocumentTitle = (screen: string): void => {
  useEffect(() => {
    document.title = `${screen} · ${company.shortName}`
  }, [screen])
}
