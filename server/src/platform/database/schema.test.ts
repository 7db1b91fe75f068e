import { expect, test } from 'vitest'
import { contacts } from '../../features/contacts/contacts.table.ts'
import { createTestDatabase } from '../../testing/database.ts'

const { db } = await createTestDatabase()

const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }

test('a row has the defaults and the names that go over the wire', async () => {
  const [row] = await db.insert(contacts).values(enquiry).returning()
  expect(row).toEqual({
    ...enquiry,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    company: null,
    suspect: false,
    version: 1,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})
