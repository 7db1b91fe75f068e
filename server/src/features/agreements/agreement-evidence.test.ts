import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { canonicalJson } from './agreements.evidence.ts'
import { verifyAgreement, verifyChain } from './agreements.verification.service.ts'

const { kontor, callOk, createDraft, createAndSend, send, addLine, read, answer } = await startAgreementApp()
const { db, pool, url } = kontor.database
const { publicKeys } = kontor.deps.signing.key
const verify = (id: string) => verifyAgreement(db, id, publicKeys)

describe('canonical JSON', () => {
  test('matches the example in RFC 8785', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    const expected =
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d'
    expect(Buffer.from(canonicalJson(value)).toString('hex')).toBe(expected)
  })

  test('is independent of key order and round-trips', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual({ ...value })
      }),
    )
  })
})

describe('the amounts of an agreement', () => {
  /** Whole øre, half up, in exact fractions: total × hundredths of a percent / 10 000. */
  const reference = (lines: readonly { quantity: number; unitPrice: number; vatRate: number }[]) => {
    let [total, vat] = [0n, 0n]
    for (const { quantity, unitPrice, vatRate } of lines) {
      const line = BigInt(quantity) * BigInt(unitPrice)
      const exact = line * BigInt(vatRate.toFixed(2).replace('.', ''))
      total += line
      vat += exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n)
    }
    return { totalAmount: Number(total), vatAmount: Number(vat) }
  }

  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 10_000 }),
    unitPrice: fc.integer({ min: 0, max: 100_000_000 }),
    vatRate: fc.oneof(
      fc.constantFrom(0, 12, 15, 25),
      fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
    ),
  })

  test('match exact fractions, rounded once per line, after every change of a line', async () => {
    const { id } = await createDraft()
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        const added = []
        for (const one of lines) added.push(await addLine(id, one))
        expect(await read(id)).toMatchObject(reference(lines))
        const [first] = added
        await callOk('PUT', `/api/agreements/${id}/products/${first?.id}`, lines.at(-1))
        expect(await read(id)).toMatchObject(reference([...lines.slice(-1), ...lines.slice(1)]))
        for (const { id: lineId } of added) await callOk('DELETE', `/api/agreements/${id}/products/${lineId}`)
        expect(await read(id)).toMatchObject({ totalAmount: 0, vatAmount: 0 })
      }),
      { numRuns: 15 },
    )
  }, 120_000)
})

describe('the evidence', () => {
  const answered = async (action: string) => {
    const agreement = await createAndSend({ description: 'Æøå «sitat» \u2028' })
    await answer(agreement, { action, message: 'Ja\u2028!' })
    return agreement
  }

  test('of every answer is recomputed from what is stored, and holds', async () => {
    const agreement = await answered('contact')
    await send(agreement.id)
    await answer(agreement, { action: 'accept' })
    expect(await verify(agreement.id)).toMatchObject([
      { action: 'contact', faults: [], keyId: kontor.deps.signing.key.id },
      { action: 'accept', faults: [], evidence: (await read(agreement.id)).evidence },
    ])
    expect(await verifyChain(db, publicKeys)).toEqual({ links: expect.any(Number), fault: null })
    expect(await verify(unknownId)).toBeUndefined()
    expect(await verify((await createDraft()).id)).toEqual([])
  })

  test.each([
    ['the message', `UPDATE agreement_answers SET message = 'Nei'`],
    ['the answer', `UPDATE agreement_answers SET action = 'reject'`],
    ['the time', `UPDATE agreement_answers SET answered_at = answered_at + interval '1 ms'`],
    ['a price', `UPDATE agreement_snapshots SET content = replace(content, '120000', '120001')`],
    ['the spelling of the text', `UPDATE agreement_snapshots SET content = content || ' '`],
    ['the whole text', `UPDATE agreement_snapshots SET content = '{}'`],
    ['what the office shows', `UPDATE agreements SET evidence = 'x' WHERE status = 'accepted'`],
    ['that there was an answer', 'DELETE FROM agreement_answers'],
  ])('no longer holds when the database owner has changed %s', async (_, statement) => {
    const agreement = await answered('accept')
    // Only the database owner can disable the triggers.
    const client = await pool.connect()
    await client.query('BEGIN')
    for (const table of ['agreement_answers', 'agreement_snapshots']) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    }
    await client.query(statement)
    for (const table of ['agreement_answers', 'agreement_snapshots']) {
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    }
    await client.query('COMMIT')
    client.release()
    const verified = await verify(agreement.id)
    expect(verified?.at(-1)?.faults).not.toEqual([])
    await pool.query('UPDATE agreements SET evidence = NULL')
  })
})

test('npm run verify-agreement prints whether the evidence holds, and fails when it does not', async () => {
  const agreement = await createAndSend()
  await answer(agreement, { action: 'accept' })
  const { evidence } = await read(agreement.id)
  const run = async (...args: string[]) => {
    const main = new URL('../../verify-agreement.ts', import.meta.url).pathname
    const process = startServerProcess({
      env: { DATABASE_URL: url, DATA_DIR: kontor.config.dataDir },
      args: [main, ...args],
    })
    return { code: await process.ended, output: process.output() }
  }
  const holding = await run(agreement.id)
  expect(holding).toMatchObject({ code: 0, output: expect.stringContaining('The evidence holds.') })
  expect(holding.output).toContain(String(evidence))
  expect(holding.output).toMatch(/^The chain of \d+ answers holds\.$/m)
  await pool.query('ALTER TABLE agreement_answers DISABLE TRIGGER USER')
  await pool.query(`UPDATE agreement_answers SET message = 'Nei' WHERE agreement_id = $1`, [agreement.id])
  await pool.query('ALTER TABLE agreement_answers ENABLE TRIGGER USER')
  expect(await run(agreement.id)).toMatchObject({ code: 1, output: expect.stringContaining('DOES NOT HOLD') })
  expect(await run(unknownId)).toMatchObject({ code: 1, output: expect.stringContaining('There is no agreement') })
  expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('Name the agreement') })
}, 240_000)

test('the evidence contains neither the token nor its hash', async () => {
  const agreement = await createAndSend()
  await answer(agreement, { action: 'accept' })
  const { rows } = await pool.query('SELECT content FROM agreement_snapshots WHERE agreement_id = $1', [agreement.id])
  expect(rows[0].content).not.toContain(agreement.responseToken)
  const digest = createHash('sha256').update(agreement.responseToken).digest('hex')
  expect(rows[0].content).not.toContain(digest)
})
