import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import { customerLink } from '../agreements.api.ts'

/** Copies the customer's link and shows the result as a toast. */
export const copyCustomerLink = async (token: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(customerLink(token))
    toast({ title: 'Suksess', description: 'Lenken er kopiert.' })
  } catch {
    // The browser blocked copying. The user can still copy the link from the agreement's record.
    toastFailure('Nettleseren lot oss ikke kopiere lenken.', {
      label: 'Prøv igjen',
      run: () => copyCustomerLink(token),
    })
  }
}
