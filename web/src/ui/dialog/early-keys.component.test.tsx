import { startTransition, useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useShortcut } from '../../platform/shortcuts.ts'
import { mount } from '../../testing/office.tsx'
import { useEscape } from '../base/use-escape.ts'
import { useRecordKeys } from '../record/use-record-moves.ts'
import { useRowKeys } from '../table/use-row-keys.ts'

interface Screen {
  readonly count: number
  readonly onKey: (count: number) => void
}

function WithShortcut({ count, onKey }: Screen) {
  useShortcut('t', 'Tast', () => onKey(count))
  return null
}

function WithRecordKeys({ count, onKey }: Screen) {
  const sheet = useRef(null)
  useRecordKeys(sheet, { position: 1, total: 2, onPrevious: null, onNext: () => onKey(count) })
  return <div ref={sheet} />
}

function WithPopup({ count, onKey }: Screen) {
  useEscape(count > 0, () => onKey(count))
  return null
}

function WithRows({ count, onKey }: Screen) {
  const list = useRef(null)
  return (
    <div ref={list} {...useRowKeys({ list, rows: [count], onOpen: onKey })}>
      <p data-index="0">
        <input type="checkbox" aria-label="Velg" />
      </p>
    </div>
  )
}

test.each([
  ['t', WithShortcut],
  ['ArrowRight', WithRecordKeys],
  ['Escape', WithPopup],
  ['Enter', WithRows],
])('%s acts on what the screen shows, even right after a change', async (key, Part) => {
  const onKey = vi.fn()
  function Counter() {
    const [count, setCount] = useState(0)
    return (
      <>
        <button type="button" onClick={() => startTransition(() => setCount(count + 1))}>
          {count}
        </button>
        <Part count={count} onKey={onKey} />
      </>
    )
  }
  await mount(<Counter />)
  const button = page.getByRole('button')
  const element = await button.findElement()
  const pressed = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      const target = page.getByRole('checkbox').query() ?? element
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      resolve()
    }).observe(element, { characterData: true, subtree: true })
  })
  await button.click()
  await pressed
  expect(onKey).toHaveBeenCalledExactlyOnceWith(1)
})
