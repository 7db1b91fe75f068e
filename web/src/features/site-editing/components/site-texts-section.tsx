import { useQuery } from '@tanstack/react-query'
import { loadable } from '../../../ui/base/loadable.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { SkeletonRows } from '../../../ui/base/skeleton.tsx'
import { siteTextsQuery } from '../site-editing.api.ts'

const skeleton = <SkeletonRows height="h-9" widths={['w-40', 'w-56', 'w-48']} />

/** Loads the editor and all texts of the site at the first visit. */
const TextEditor = loadable(async () => (await import('./text-editor.tsx')).TextEditor, skeleton)

/** Shows the editor of the site's texts. */
export function SiteTextsSection() {
  const query = useQuery(siteTextsQuery)
  return (
    <SettingsSection
      title="Tekster"
      about="Alt som står på nettstedet, på norsk og engelsk. Den leverte teksten er alltid ett klikk unna. Spørsmålet om informasjonskapsler kan ikke endres her: Samtykkene viser til ordlyden."
    >
      <QueryState query={query} loading="Henter tekstene …" skeleton={skeleton} failed="Kunne ikke hente tekstene">
        {(stored) => <TextEditor stored={stored} />}
      </QueryState>
    </SettingsSection>
  )
}
