import { expect, test } from 'vitest'
import { auditSentence, auditValueText } from './audit-events.rules.ts'

test('says what happened in a sentence', () => {
  const sentence = (action: string, kind: string, title: string | null) =>
    auditSentence({ action, kind, entityId: '1', title })
  expect(sentence('updated', 'customer', 'Nordfiktiv AS')).toBe('endret kunden Nordfiktiv AS')
  expect(sentence('imported', 'import', 'kunder.xlsx')).toBe('importerte kunder.xlsx')
  expect(auditValueText('registration', 'state', 'cancelled')).toBe('Avmeldt')
})
