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

/** All products. Fetched anew each time its tab opens: agreements, on another tab, change how many use each. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => call(listProducts, {}, { signal }),
  refetchOnMount: 'always',
})

/** The product as somebody else has saved it meanwhile, when that is why a change was refused. */
export const conflictingProduct = (error: unknown): Product | null => conflictingEntity(error, productSchema)

const show = (client: QueryClient, saved: Product) =>
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
    onSuccess: (saved) => show(client, saved),
    onError: (error) => {
      const current = conflictingProduct(error)
      if (current) show(client, current)
    },
  })
}

export const useDeleteProduct = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Product) => call(deleteProduct, { params: { id: String(id) } }).catch(passIfGone),
    onSuccess: (_, deleted) => {
      if (deleted.usageCount > 0) show(client, { ...deleted, isActive: false })
      else client.setQueryData(productsQuery.queryKey, (products) => products?.filter(({ id }) => id !== deleted.id))
      // The server decides which of the two it was: an agreement may have taken the product up meanwhile.
      void client.invalidateQueries({ queryKey: productsQuery.queryKey })
    },
  })
}
