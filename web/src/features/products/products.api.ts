import { createProduct, deleteProduct, listProducts, updateProduct } from '@kontor/contract/products/products.endpoints'
import { type Product, productSchema } from '@kontor/contract/products/products.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { cacheSavedOrConflicting, conflictingEntity } from '../../platform/conflict.ts'
import { passIfGone } from '../../platform/delete-many.ts'
import { withAdded, without, withReplaced } from '../../platform/list-cache.ts'
import { shows } from '../../platform/shows.ts'

export type { Product }

/** All products. Refetched each time the tab opens, since agreements, on another tab, change the usage counts. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  meta: shows('product'),
  queryFn: ({ signal }) => call(listProducts, {}, { signal }),
  refetchOnMount: 'always',
})

export const conflictingProduct = (error: unknown): Product | null => conflictingEntity(error, productSchema)

const cacheProduct = (client: QueryClient, saved: Product) =>
  client.setQueryData(productsQuery.queryKey, withReplaced(saved))

export const useCreateProduct = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof createProduct>['body']) => call(createProduct, { body }),
    onSuccess: (saved, _input, _result, { client }) => client.setQueryData(productsQuery.queryKey, withAdded(saved)),
  })

export const useUpdateProduct = () =>
  useMutation({
    mutationFn: (input: EndpointInput<typeof updateProduct>) => call(updateProduct, input),
    ...cacheSavedOrConflicting(conflictingProduct, cacheProduct),
  })

export const useDeleteProduct = () =>
  useMutation({
    mutationFn: ({ id, version }: Product) =>
      call(deleteProduct, { params: { id: String(id) }, query: { version } }).catch(passIfGone),
    onSuccess: (_answer, deleted, _result, { client }) => {
      if (deleted.usageCount > 0) cacheProduct(client, { ...deleted, isActive: false })
      else client.setQueryData(productsQuery.queryKey, without(deleted.id))
      // Only the server knows whether the product was deleted or retired: an agreement may have started to use the product.
      void client.invalidateQueries({ queryKey: productsQuery.queryKey })
    },
  })
