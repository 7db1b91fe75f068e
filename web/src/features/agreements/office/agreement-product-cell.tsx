import { oreFromKroner } from '@kontor/contract/shared/money'
import { hasWords, searchableTexts, searchWords } from '@kontor/contract/shared/search-words'
import { useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { formatOre } from '../../../platform/format.ts'
import { cx } from '../../../ui/base/cx.ts'
import { useEscape } from '../../../ui/base/use-escape.ts'
import { Field, type FieldControlProps, Input, Textarea } from '../../../ui/form/field.tsx'
import { type Product, productsQuery } from '../../products/products.api.ts'
import type { LineForm } from './agreement-line-values.ts'

const maxSuggestions = 8

const useSuggestions = (text: string): Product[] => {
  const { data } = useQuery(productsQuery)
  return useMemo(() => {
    const words = searchWords(text)
    if (words.length === 0) return []
    return (data ?? [])
      .filter(({ isActive, number, name }) => isActive && hasWords(searchableTexts([number, name]), words))
      .slice(0, maxSuggestions)
  }, [data, text])
}

interface ProductInputProps {
  readonly control: FieldControlProps
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onChoose: (product: Product) => void
}

/** Edits free text; suggests products while the user types. */
function ProductInput({ control, label, value, onChange, onChoose }: ProductInputProps) {
  const suggestions = useSuggestions(value)
  // Stores the id of the highlighted product, since its index changes if another user adds one before it.
  const [highlighted, setHighlighted] = useState<number | null>(null)
  const highlightedIndex = suggestions.findIndex(({ id }) => id === highlighted)
  const { isOpen, getInputProps, getMenuProps, getItemProps, closeMenu } = useCombobox<Product>({
    items: suggestions,
    inputValue: value,
    selectedItem: null,
    itemToString: (product) => product?.name ?? '',
    highlightedIndex,
    onHighlightedIndexChange: ({ highlightedIndex: index }) => setHighlighted(suggestions[index]?.id ?? null),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
    // A click only places the cursor. The list opens by typing or with the arrow keys.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputClick ? { ...changes, isOpen: state.isOpen } : changes,
  })
  const isShown = isOpen && suggestions.length > 0
  useEscape(isShown, closeMenu)
  return (
    <span className="relative block">
      <Input
        {...getInputProps({
          ...control,
          spellCheck: false,
          'aria-labelledby': undefined,
          // Replaces `onInputValueChange`, which runs after the render and would lose letters that are typed before that render.
          onChange: ({ currentTarget }) => onChange(currentTarget.value),
        })}
        aria-expanded={isShown}
      />
      <span
        className={cx(
          'absolute top-full left-0 z-30 mt-1 block max-h-72 w-max min-w-full max-w-[min(28rem,80vw)] overflow-y-auto overscroll-contain rounded-md border border-border bg-surface p-1 text-sm shadow-float',
          !isShown && 'hidden',
        )}
      >
        <ul {...getMenuProps({ 'aria-label': `Produkter til ${label}` })}>
          {isShown &&
            suggestions.map((product, index) => (
              <li
                key={product.id}
                {...getItemProps({ item: product, index })}
                className={cx(
                  'cursor-default rounded-sm px-3 py-1.5',
                  index === highlightedIndex && 'bg-fjord text-on-fjord',
                )}
              >
                <span className="block truncate">{product.name}</span>
                <span className={cx('block truncate text-xs', index !== highlightedIndex && 'text-soft')}>
                  {product.number} · {formatOre(oreFromKroner(product.salesPrice) ?? 0)}
                </span>
              </li>
            ))}
        </ul>
      </span>
    </span>
  )
}

/** Edits a line's description. Choosing a suggested product fills in its name and price. */
export function ProductCell({ form, label }: { form: LineForm; label: string }) {
  const { field, fieldState } = useController({ control: form.control, name: 'description' })
  const choose = (product: Product) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('productId', product.id, options)
    form.setValue('description', product.name, options)
    form.setValue('unitPrice', oreFromKroner(product.salesPrice) ?? 0, options)
  }
  return (
    <Field label={label} isLabelHidden error={fieldState.error?.message}>
      {(control) =>
        // Text of several lines needs a textarea: an input would join the lines.
        field.value.includes('\n') ? (
          <Textarea {...control} rows={2} value={field.value} onChange={field.onChange} />
        ) : (
          <ProductInput
            control={control}
            label={label}
            value={field.value}
            onChange={field.onChange}
            onChoose={choose}
          />
        )
      }
    </Field>
  )
}
