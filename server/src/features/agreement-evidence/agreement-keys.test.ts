import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { openTestSigning } from '../../testing/signing.ts'
import { claimEvidenceKey, releaseEvidenceKey } from './agreement-evidence.keys.service.ts'

const { db } = await createTestDatabase()
const { key: first } = await openTestSigning()
const { key: other } = await openTestSigning()

test("refuses a server with another key than the database's, and explains what to do", async () => {
  await Promise.all([claimEvidenceKey(db, first, undefined), claimEvidenceKey(db, first, undefined)])
  await expect(claimEvidenceKey(db, other, undefined)).rejects.toThrow(
    `The answers in this database are signed with the key ${first.id}, and this server has ${other.id}: give all servers the same EVIDENCE_KEY`,
  )
  await expect(claimEvidenceKey(db, other, 'ffff')).rejects.toThrow('EVIDENCE_KEY_REPLACES')
})

test("a key replaces this server's earlier key, and a lost one that is named", async () => {
  await claimEvidenceKey(db, { id: other.id, publicKeys: [...first.publicKeys, ...other.publicKeys] }, undefined)
  await expect(claimEvidenceKey(db, first, undefined)).rejects.toThrow(other.id)
  await claimEvidenceKey(db, first, other.id)
  await claimEvidenceKey(db, first, undefined)
})

test('a restored database takes the key of its new server', async () => {
  await releaseEvidenceKey(db)
  await claimEvidenceKey(db, other, undefined)
})
