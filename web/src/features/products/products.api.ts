import { createProduct, deleteProduct, listProducts, updateProduct } from '@kontor/contract/products/products.endpoints'
import { type Product, productSchema } from '@kontor/contract/products/products.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { passIfGone } from '../../platform/delete-many.ts'

export type { Product }

export type ProductChanges = EndpointInput<typeof updateProduct>['body']
export type NewProduct = EndpointInput<typeof createProduct>['body']

/** All products. Refetched each time the tab opens, since agreements, on another tab, change the usage counts. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => call(listProducts, {}, { signal }),
  refetchOnMount: 'always',
})

/** The product as another user saved it, if that is why a change was rejected. */
export const conflictingProduct = (error: unknown): Product | null => conflictingEntity(error, productSchema)

const cacheProduct = (client: QueryClient, saved: Product) =>
  client.setQueryData(productsQuery.queryKey, (products) =>
    products?.map((product) => (product.id === saved.id ? saved : product)),
  )

export const useCreateProduct = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewProduct) => call(createProduct, { body }),
    onSuccess: (saved) => client.setQueryData(productsQuery.queryKey, (products) => products && [...products, saved]),
  })
}

export const useUpdateProduct = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: ProductChanges }) =>
      call(updateProduct, { params: { id: String(id) }, body: changes }),
    onSuccess: (saved) => cacheProduct(client, saved),
    onError: (error) => {
      const current = conflictingProduct(error)
      if (current) cacheProduct(client, current)
    },
  })
}

export const useDeleteProduct = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Product) => call(deleteProduct, { params: { id: String(id) } }).catch(passIfGone),
    onSuccess: (_, deleted) => {
      if (deleted.usageCount > 0) cacheProduct(client, { ...deleted, isActive: false })
      else client.setQueryData(productsQuery.queryKey, (products) => products?.filter(({ id }) => id !== deleted.id))
      // Only the server knows which of the two happened: an agreement may have started to use the product.
      void client.invalidateQueries({ queryKey: productsQuery.queryKey })
    },
  })
}
