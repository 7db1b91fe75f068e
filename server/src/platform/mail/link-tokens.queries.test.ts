import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { agreements } from '../../features/agreements/agreements.table.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { insertMail } from '../../testing/rows.ts'
import { openSecretBox } from '../secrets/secret-box.ts'
import { openToken, sealPlainTokens } from './link-tokens.queries.ts'
import { secretPlaceholder } from './mail-hooks.ts'

const { kontor, callOk, createAndSend, read, view } = await startAgreementApp()
const { db, pool } = kontor.database
const { secrets } = kontor.deps.signing
const seal = () => sealPlainTokens(db, secrets, agreements)

const storedOf = async (id: string) =>
  (await pool.query('SELECT response_token, response_token_hash FROM agreements WHERE id = $1', [id])).rows[0]
const htmlOf = async (id: string) => (await callOk<{ htmlContent: string }>('GET', `/api/email-logs/${id}`)).htmlContent

test('neither the database nor the mail log has the token of a link', async () => {
  const agreement = await createAndSend()
  const { rows } = await pool.query(
    'SELECT row_to_json(agreements)::text AS all FROM agreements UNION ALL SELECT row_to_json(email_logs)::text FROM email_logs',
  )
  expect(rows).not.toHaveLength(0)
  for (const row of rows) expect(row.all).not.toContain(agreement.responseToken)
  expect(await htmlOf(agreement.lastMail?.emailLogId ?? '')).toContain(`/agreement-response/${secretPlaceholder}`)
})

test('plain tokens are encrypted at the next start, once, also in mails; their links work before and after', async () => {
  const { id } = await createAndSend()
  const plain = 'x'.repeat(43)
  await pool.query('UPDATE agreements SET response_token = $1, response_token_hash = NULL WHERE id = $2', [plain, id])
  const mail = await insertMail(pool, {
    related_id: id,
    html_content: `<a href="/agreement-response/${plain}">Les</a>`,
  })
  const before = await view({ ...(await read(id)), responseToken: plain })
  const version = (await read(id)).version
  expect((await Promise.all([seal(), seal()])).sort()).toEqual([0, 1])
  const { response_token: sealedToken, response_token_hash: tokenHash } = await storedOf(id)
  expect(sealedToken).not.toContain(plain)
  expect(openToken(secrets, { sealedToken, tokenHash })).toBe(plain)
  expect(await read(id)).toMatchObject({ responseToken: plain, version })
  expect(await view({ ...(await read(id)), responseToken: plain })).toEqual(before)
  expect(await htmlOf(String(mail))).toBe(`<a href="/agreement-response/${secretPlaceholder}">Les</a>`)
})

test('a link whose token another key encrypted still works, and the office sees none', async () => {
  const agreement = await createAndSend()
  const other = openSecretBox(randomBytes(32)).seal(agreement.responseToken, 'personal link')
  await pool.query('UPDATE agreements SET response_token = $1 WHERE id = $2', [other, agreement.id])
  expect((await read(agreement.id)).responseToken).toBe('')
  expect((await view(agreement)).agreement.title).toBe(agreement.title)
})
