import { aboutTexts } from '../../../content/about-texts.ts'
import { siteCompany, type TeamMember } from '../../../content/company.ts'
import { portraits } from '../../../content/team/portraits.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { ExternalLink } from './external-link.tsx'

const link = 'thread-link mt-1 justify-self-start text-small decoration-signal-on-fjord'

/** An email address that wraps before its host, not within a word. */
function Address({ children }: { children: string | null }) {
  const [mailbox, host] = (children ?? '').split('@')
  return (
    <>
      {mailbox}
      <wbr />@{host}
    </>
  )
}

function Member({ member: { id, name, bookingUrl, email } }: { member: TeamMember }) {
  const { team } = useTexts(aboutTexts)
  const { avif, webp } = portraits[id]
  return (
    <li className="row-span-4 grid grid-rows-subgrid pb-10">
      <picture>
        <source type="image/avif" srcSet={avif} />
        <img
          src={webp}
          alt={team.portrait(name)}
          width="480"
          height="600"
          loading="lazy"
          decoding="async"
          className="h-auto w-full rounded-md"
        />
      </picture>
      <h4 className="mt-4 font-semibold">{name}</h4>
      <p className="text-on-fjord-soft text-small">{team.roles[id]}</p>
      {bookingUrl ? (
        <ExternalLink href={bookingUrl} className={link}>
          {team.book} <span className="sr-only">{team.bookWith(name)}</span>
        </ExternalLink>
      ) : (
        <a href={`mailto:${email}`} className={`${link} [overflow-wrap:anywhere]`}>
          <span>
            <span className="sr-only">{team.write} </span>
            <Address>{email}</Address>
          </span>
        </a>
      )}
    </li>
  )
}

/** Four people: three with a booking link, one with an email address. */
export function Team() {
  const { team } = useTexts(aboutTexts)
  return (
    <div className="border-fjord-line border-t pt-12">
      <h3 className="font-bold text-[1.75rem] tracking-[-0.02em]">{team.title}</h3>
      <ul className="mt-8 grid grid-cols-2 -mb-10 gap-x-5 sm:gap-x-8 lg:grid-cols-4">
        {siteCompany.team.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </ul>
    </div>
  )
}
