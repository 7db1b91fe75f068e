import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { fileField } from '@kontor/contract/shared/spreadsheet'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Config } from '../config/config.ts'
import { sessionCookie } from '../session/sessions.ts'
import { privateHeaders } from './security-headers.ts'

const docsPath = '/api/docs'

const isDocs = (url: string): boolean => url === docsPath || url.startsWith(`${docsPath}/`)

/** Swagger UI loads icons from data URLs; it needs no inline styles or scripts. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const failures: Record<string, string> = {
  '4xx': 'Not done: `error` says why in a sentence for the person, `fields` what is wrong with single fields.',
  '5xx': 'Not done, through no fault of the caller.',
}

const describeAnswer = (status: string, schema: object): object => {
  if (status === '204') return { type: 'null', description: 'Done.' }
  const description = failures[status]
  if (description) return { description, content: { 'application/json': { schema } } }
  return { ...schema, 'x-response-description': 'Done.' }
}

/** The request body of a file upload. It has no schema, since it is read as a stream. */
const fileBody = {
  consumes: ['multipart/form-data'],
  body: { type: 'object', required: [fileField], properties: { [fileField]: { type: 'string', format: 'binary' } } },
}

/** Describes an endpoint of the contract in OpenAPI; hides every other route. */
const describeEndpoint: typeof jsonSchemaTransform = (document) => {
  const { schema, url, route } = document
  if (!schema?.summary) return { schema: { hide: true }, url }
  const caller = route.config?.caller
  const documentedSchema = {
    ...schema,
    tags: [url.split('/')[2] ?? ''],
    description: caller === 'public' ? 'For anyone.' : `For the role ${caller}.`,
    security: caller === 'public' ? [] : [{ session: [] }],
  }
  const result = jsonSchemaTransform({ ...document, schema: documentedSchema })
  if (route.config?.takesFile) Object.assign(result.schema, fileBody)
  const answers = Object.entries(result.schema.response ?? {})
  const response = Object.fromEntries(answers.map(([status, answer]) => [status, describeAnswer(status, answer)]))
  return { ...result, schema: { ...result.schema, response } }
}

/**
 * Generates the OpenAPI document from the contract's endpoints, and restricts the documentation to the administrator.
 * Register before the default deny and before any route.
 */
export const describeApi = async (app: FastifyInstance, config: Config): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Kontor', version: '1', description: 'The calls of the site and the office.' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie(config).name } } },
    },
    transform: describeEndpoint,
    transformObject: jsonSchemaTransformObject,
  })
  // Sets the caller of the documentation's routes here, since their plugin has no option for it.
  app.addHook('onRoute', (route) => {
    if (isDocs(route.url)) route.config = { ...route.config, caller: 'admin' }
  })
}

/** Serves the document as JSON, YAML and pages to browse and try it: `/api/docs`. Register after the default deny. */
export const serveApiDocs = async (app: FastifyInstance): Promise<void> => {
  await app.register(async (docs) => {
    // Overrides the plugin's headers, which are for public files.
    docs.addHook('onSend', async (_request, reply) => {
      reply.headers(privateHeaders)
    })
    // Hides the top bar: its logo has an inline style, which the policy blocks.
    const uiConfig = { layout: 'BaseLayout' }
    await docs.register(swaggerUi, { routePrefix: docsPath, staticCSP: pagePolicy, uiConfig })
  })
}
