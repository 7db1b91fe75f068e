import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { MailIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { ContactBoard } from '../components/contact-board.tsx'
import { contactsQuery } from '../contacts.api.ts'

/** The enquiries that came through the site's form. */
export function ContactsPage() {
  const { data, error, isFetching, refetch } = useQuery(contactsQuery)
  const fetchAgain = () => void refetch()

  let content: ReactNode = <ListSkeleton label="Henter henvendelser …" />
  if (data?.length === 0) {
    content = (
      <EmptyState icon={<MailIcon />} title="Ingen henvendelser ennå">
        Når noen skriver til dere i kontaktskjemaet på nettsiden, står henvendelsen her.
      </EmptyState>
    )
  } else if (data) content = <ContactBoard contacts={data} />
  else if (error) {
    content = <ErrorState title="Kunne ikke hente henvendelsene" message={errorText(error)} onRetry={fetchAgain} />
  }

  return (
    <ListPage
      title={data ? `Kontakthenvendelser (${formatNumber(data.length)} totalt)` : 'Kontakthenvendelser'}
      refreshing={isFetching}
      onRefresh={fetchAgain}
      {...(data && error && { problem: `Listen kunne ikke hentes på nytt og kan være gammel. ${errorText(error)}` })}
    >
      {content}
    </ListPage>
  )
}
