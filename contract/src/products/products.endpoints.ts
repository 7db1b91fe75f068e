import { z } from 'zod'
import { admin } from '../shared/endpoint.ts'
import { noContent, numberParams, versionQuery } from '../shared/fields.ts'
import { productCreateSchema, productSchema, productUpdateSchema } from './products.schema.ts'

export const listProducts = admin.get('/api/products', {
  summary:
    'The newest 10 000 products by number, retired ones too. Prices in kroner, the margin in percent of the sales price.',
  response: z.array(productSchema),
})

export const createProduct = admin.post('/api/products', {
  summary: 'A new product. Prices in kroner with up to two decimals; none is computed from another.',
  body: productCreateSchema,
  response: productSchema,
})

export const updateProduct = admin.put('/api/products/{id}', {
  summary: 'Changes a product; the lines of agreements keep their own text and price.',
  params: numberParams,
  body: productUpdateSchema,
  response: productSchema,
})

export const deleteProduct = admin.delete('/api/products/{id}', {
  summary: 'Deletes a product; one that stands in an agreement is retired (`isActive` false) instead.',
  params: numberParams,
  query: versionQuery,
  response: noContent,
})
