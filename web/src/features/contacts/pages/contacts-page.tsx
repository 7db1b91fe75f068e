import { useQuery } from '@tanstack/react-query'
import { MailIcon } from '../../../ui/icons.tsx'
import { countedTitle } from '../../../ui/list-content.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ContactList } from '../components/contact-list.tsx'
import { contactsQuery } from '../contacts.api.ts'

const texts = { loading: 'Henter henvendelser …', failed: 'Kunne ikke hente henvendelsene' }

const empty = (
  <EmptyState icon={<MailIcon />} title="Ingen henvendelser ennå">
    Når noen skriver til dere i kontaktskjemaet på nettsiden, står henvendelsen her.
  </EmptyState>
)

/** The enquiries sent with the site's contact form. */
export function ContactsPage() {
  const query = useQuery(contactsQuery)
  return (
    <QueryListPage
      title={countedTitle('Kontakthenvendelser', query.data, 'totalt')}
      query={query}
      texts={texts}
      empty={empty}
    >
      {(contacts) => <ContactList contacts={contacts} />}
    </QueryListPage>
  )
}
