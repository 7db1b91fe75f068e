import { createProduct, deleteProduct, listProducts, updateProduct } from '@kontor/contract/products/products.endpoints'
import { type Product, productSchema } from '@kontor/contract/products/products.schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { withAdded, without, withReplaced } from '../../platform/list-cache.ts'
import { useChange, useRemoval, useSend } from '../../platform/mutations.ts'
import { shows } from '../../platform/shows.ts'

export type { Product }

/** The newest products, at most `maxListRows`. Refetched each time the tab opens, since agreements, on another tab, change the usage counts. */
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
  useSend(createProduct, (client, saved) => client.setQueryData(productsQuery.queryKey, withAdded(saved)))

export const useUpdateProduct = () => useChange(updateProduct, cacheProduct)

export const useDeleteProduct = () =>
  useRemoval(deleteProduct, (client, deleted: Product) => {
    if (deleted.usageCount > 0) cacheProduct(client, { ...deleted, isActive: false })
    else client.setQueryData(productsQuery.queryKey, without(deleted.id))
    // Only the server knows whether the product was deleted or retired: an agreement may have started to use the product.
    void client.invalidateQueries({ queryKey: productsQuery.queryKey })
  })
