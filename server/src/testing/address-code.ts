import { addressCode } from '../features/emails/emails.addresses.service.ts'
import type { TestApp } from './app.ts'

/** Returns the code in the newest mail to a changed address: the mail log doesn't show it. */
export const mailedCode = async ({ database, deps }: TestApp, address: string): Promise<string> => {
  const { rows } = await database.pool.query<{ subject: string }>(
    `SELECT secret ->> 'of' AS subject FROM email_logs WHERE to_address = $1 AND secret ->> 'maker' = 'address-code'
     ORDER BY created_at DESC LIMIT 1`,
    [address],
  )
  const [mail] = rows
  if (!mail) throw new Error(`No code was mailed to ${address}`)
  return addressCode(deps, mail.subject)
}

/** Sets the caller's morning mail. If the address is new, repeats the call with the code that was mailed to it. */
export const setMorningMail = async (
  kontor: TestApp,
  call: TestApp['call'],
  body: { readonly email: string; readonly enabled: boolean },
) => {
  const answer = await call('PUT', '/api/users/me/morning-mail', body)
  if (!answer.json().fields?.code) return answer
  return call('PUT', '/api/users/me/morning-mail', { ...body, code: await mailedCode(kontor, body.email) })
}
