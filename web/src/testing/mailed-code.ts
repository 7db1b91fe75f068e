import { expect } from 'vitest'
import { commands } from 'vitest/browser'

/** Waits for the mail with the code to a changed address, and returns the code. */
export const mailedCode = async (to: string): Promise<string> => {
  const find = async () => {
    const mail = (await commands.mails()).findLast((one) => one.to.includes(to) && one.subject.startsWith('Kode'))
    return /\b\d{8}\b/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}
