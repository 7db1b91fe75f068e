import type { Product } from '../products.api.ts'
import { ProductDeleteDialog } from './product-delete-dialog.tsx'
import { ProductFormDialog } from './product-form-dialog.tsx'

/** The one dialog that is open over the list. */
export type OpenDialog = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly product: Product }

interface ProductDialogsProps {
  readonly dialog: OpenDialog | null
  readonly products: readonly Product[]
  readonly onClose: () => void
  /** Gets the error, or null on success. */
  readonly onDeleted: (error: unknown) => void
}

export function ProductDialogs({ dialog, products, onClose, onDeleted }: ProductDialogsProps) {
  if (dialog === null) return null
  if (dialog.kind === 'create') return <ProductFormDialog products={products} onClose={onClose} />
  if (dialog.kind === 'edit') {
    return <ProductFormDialog product={dialog.product} products={products} onClose={onClose} />
  }
  const done = (error: unknown) => {
    onClose()
    onDeleted(error)
  }
  return <ProductDeleteDialog product={dialog.product} onDone={done} onCancel={onClose} />
}
