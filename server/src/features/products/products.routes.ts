import * as endpoints from '@kontor/contract/products/products.endpoints'
import { staleVersion } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { deletionBy } from '../../platform/trash/deletion.ts'
import { findProduct, insertProduct, listProducts, updateProduct } from './products.queries.ts'
import { productNotFound, removeProduct, toWire } from './products.service.ts'

export const products: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listProducts, async () => (await listProducts(db)).map(toWire))

  serve(app, endpoints.createProduct, async ({ body }) => toWire(await insertProduct(db, body)))

  serve(app, endpoints.updateProduct, async ({ params, body }) => {
    const updated = await updateProduct(db, params.id, body)
    if (updated) return toWire(updated)
    const current = await findProduct(db, params.id)
    throw current ? staleVersion(toWire(current)) : productNotFound()
  })

  serve(app, endpoints.deleteProduct, ({ params, query, principal }) =>
    removeProduct(db, params.id, deletionBy(deps, principal, query)),
  )
}
