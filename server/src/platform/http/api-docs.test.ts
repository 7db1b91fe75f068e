import { spreadsheetType } from '@kontor/contract/shared/spreadsheet'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const asAdmin = await kontor.asAdmin()

interface Operation {
  readonly summary?: string
  readonly security?: unknown[]
  readonly requestBody?: { content: unknown }
  readonly responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
}

const readDocument = async () => (await asAdmin('GET', '/api/docs/json')).json<Document>()

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const result = await new Validator().validate({ ...(await readDocument()) })
    expect(result).toEqual({ valid: true })
  })

  it('has every endpoint of the contract and nothing else', async () => {
    const { paths } = await readDocument()
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(calls).toEqual(
      expect.arrayContaining(['post /api/auth/login', 'get /api/auth/session', 'put /api/contacts/{id}']),
    )
    for (const call of calls) expect(call).toMatch(/^(?:get|post|put|patch|delete) \/(?:api\/(?!docs)|\.well-known\/)/)
    for (const methods of Object.values(paths)) {
      for (const operation of Object.values(methods)) expect(operation.summary).toBeTruthy()
    }
  })

  it('documents permissions and error responses', async () => {
    const { paths } = await readDocument()
    expect(paths['/api/auth/login']?.post?.security).toEqual([])
    expect(paths['/api/contacts']?.get?.security).toEqual([{ session: [] }])
    expect(paths['/api/contacts']?.get?.responses['4XX']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    })
    expect(paths['/api/customers/import']?.post?.requestBody?.content).toMatchObject({
      'multipart/form-data': { schema: { properties: { file: { type: 'string', format: 'binary' } } } },
    })
    expect(Object.keys(paths['/api/customers/export']?.get?.responses['200']?.content ?? {})).toEqual([spreadsheetType])
    expect(paths['/api/auth/logout']?.post?.responses['204']).not.toHaveProperty('content')
  })
})

describe('the documentation pages', () => {
  const files = ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui.css', '/api/docs/json', '/api/docs/yaml']

  it.each(files)('are for the administrator only: %s', async (url) => {
    expect((await kontor.call('GET', url)).statusCode).toBe(401)
    expect((await (await kontor.asSales())('GET', url)).statusCode).toBe(403)
    const answer = await asAdmin('GET', url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-security-policy']).not.toContain('unsafe')
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
