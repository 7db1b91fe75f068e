import { anyone } from '../shared/endpoint.ts'
import { noContent } from '../shared/fields.ts'
import { policyReportsPath } from './site.rules.ts'
import { policyReportsSchema } from './site.schema.ts'

export const reportPolicyViolations = anyone.post(policyReportsPath, {
  summary: 'Counts violations of the content security policy, which browsers report, by directive.',
  body: policyReportsSchema,
  response: noContent,
})
