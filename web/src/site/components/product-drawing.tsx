import ai from '../art/ai.svg'
import platform from '../art/platform.svg'
import tool from '../art/tool.svg'
import type { ProductId } from '../texts/product-texts.ts'

const drawings: Readonly<Record<ProductId, string>> = { tool, ai, platform }

export function ProductDrawing({ id }: { id: ProductId }) {
  return (
    <img
      src={drawings[id]}
      alt=""
      width="400"
      height="400"
      loading="lazy"
      className="after-paint h-auto w-full rounded-md"
    />
  )
}
