import { setShortcutsEnabled, useShortcuts, useShortcutsEnabled } from '../platform/shortcuts.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'

/** The keys that work in every dialog and list. */
const everywhere = [
  { keys: ['Ctrl', 'K'], label: 'Søk i alt' },
  { keys: ['Ctrl', 'Enter'], label: 'Lagre i en dialog' },
  { keys: ['Esc'], label: 'Lukk dialogen' },
  { keys: ['↑', '↓'], label: 'Neste rad i en liste' },
  { keys: ['Enter'], label: 'Åpne raden' },
  { keys: ['Mellomrom'], label: 'Velg raden, i lister med avkryssing' },
  { keys: ['F8'], label: 'Gå til varselet' },
] as const

/** Symbols shown for keys whose technical name users don't know. */
const keySymbols: Readonly<Record<string, string>> = { ArrowDown: '↓' }

function Row({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-rule border-b py-2">
      <dt className="text-sm">{label}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-7 rounded-sm border border-border/60 px-1.5 py-0.5 text-center font-sans text-xs"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  )
}

/** Lists the current screen's shortcuts. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts()
  const enabled = useShortcutsEnabled()
  const labelByKey = new Map(shortcuts.map(({ key, label }) => [key, label]))
  return (
    <Dialog title="Hurtigtaster" description="De som virker på denne siden." onClose={onClose}>
      <dl>
        {[...labelByKey].map(([key, label]) => (
          <Row key={key} keys={[keySymbols[key] ?? key]} label={label} />
        ))}
        {everywhere.map(({ keys, label }) => (
          <Row key={label} keys={keys} label={label} />
        ))}
      </dl>
      <div className="mt-4 flex items-center text-sm">
        <Checkbox
          id="shortcuts-enabled"
          checked={enabled}
          onChange={(event) => setShortcutsEnabled(event.target.checked)}
          areaClassName="-ml-3"
        />
        <label htmlFor="shortcuts-enabled">Bruk hurtigtaster med én bokstav</label>
      </div>
    </Dialog>
  )
}
