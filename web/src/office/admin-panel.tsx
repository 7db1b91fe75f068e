import { addOsloDays, osloDay, startOfOsloDay } from '@kontor/contract/shared/time'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { CompanyWelcome } from '../features/company/components/company-welcome.tsx'
import { contactCountsQuery } from '../features/contacts/contacts.api.ts'
import { recentFailuresQuery } from '../features/emails/emails.api.ts'
import { useDocumentTitle } from '../platform/document-title.ts'
import { counted } from '../platform/format.ts'
import { nowText, useNow } from '../platform/now.ts'
import { Tabs } from '../ui/base/tabs.tsx'
import { panelTab, panelTabs } from './panel-tabs.tsx'

/** Returns the beginning of the day a week ago. The badge ignores mails that failed earlier. */
const useWeekAgo = (): string => startOfOsloDay(osloDay(addOsloDays(nowText(useNow()), -7)))

const withoutTab = (params: URLSearchParams): string => {
  const own = new URLSearchParams(params)
  own.delete('tab')
  return own.toString()
}

/** Shows the panel's tabs; the URL names the chosen one. */
export function AdminPanel() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { records } = useParams()
  const tab = panelTab(records, params.get('tab'))
  useDocumentTitle(tab.label)
  const newContacts = useQuery(contactCountsQuery).data?.new ?? 0
  const failedMails = useQuery(recentFailuresQuery(useWeekAgo())).data?.mails ?? 0
  const counts = {
    contacts: { value: newContacts, text: counted(newContacts, 'ny henvendelse', 'nye henvendelser') },
    'email-logs': {
      value: failedMails,
      isFailure: true,
      text: `${counted(failedMails, 'e-post', 'e-poster')} feilet siste uke`,
    },
  }

  // Each tab keeps its filters and order while the panel is open.
  const searches = useRef(new Map<string, string>())
  useEffect(() => void searches.current.set(tab.id, withoutTab(params)), [params, tab.id])
  const open = (id: string) => {
    // Reads the browser's URL: it contains text typed just before the click, which `params` may lack until the next render.
    const shown = new URLSearchParams(window.location.search)
    searches.current.set(shown.get('tab') ?? tab.id, withoutTab(shown))
    const search = searches.current.get(id)
    void navigate(`/admin?tab=${id}${search ? `&${search}` : ''}`)
    window.scrollTo(0, 0)
  }
  const reset = () => {
    if (searches.current.get(tab.id)) void navigate(`/admin?tab=${tab.id}`)
    window.scrollTo(0, 0)
  }

  return (
    <main>
      <h1 className="sr-only">Administrasjon</h1>
      {tab.id !== 'settings' && <CompanyWelcome />}
      <Tabs
        label="Administrasjon"
        tabs={panelTabs}
        counts={counts}
        value={tab.id}
        onValueChange={open}
        onPressAgain={reset}
      >
        <tab.Screen key={tab.id} />
      </Tabs>
    </main>
  )
}
