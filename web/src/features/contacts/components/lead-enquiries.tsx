import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../../platform/api-client.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { leadEnquiriesQuery } from '../contacts.api.ts'

interface LeadEnquiriesProps {
  readonly leadId: number
  /** True if the user may open enquiries. */
  readonly canOpen: boolean
}

/** Shows the enquiries that a lead came from. */
export function LeadEnquiries({ leadId, canOpen }: LeadEnquiriesProps) {
  const { data: enquiries = [], error } = useQuery(leadEnquiriesQuery(leadId))
  if (error) {
    return (
      <p role="alert" className="text-danger text-sm">
        Kunne ikke hente henvendelsene. {errorText(error)}
      </p>
    )
  }
  if (enquiries.length === 0) return null
  return (
    <section aria-label="Fra henvendelse" className="flex flex-col gap-1.5 text-sm">
      <span className="font-semibold">Fra henvendelse</span>
      {enquiries.map(({ id, name, subject, message, createdAt }) => {
        const title = `${name}: ${contactSubjectLabel(subject)}`
        return (
          <div key={id}>
            {canOpen ? (
              <Link to={`/admin/kontakter/${id}`} className="underline underline-offset-2 [overflow-wrap:anywhere]">
                {title}
              </Link>
            ) : (
              <span className="[overflow-wrap:anywhere]">{title}</span>
            )}{' '}
            <span className="text-[0.8125rem] text-soft">{formatDateTime(createdAt)}</span>
            <p className="line-clamp-3 text-soft [overflow-wrap:anywhere]">{message}</p>
          </div>
        )
      })}
    </section>
  )
}
