import { aboutTexts } from '../../../content/about-texts.ts'
import { siteCompany, type TeamMember } from '../../../content/company.ts'
import { portraits } from '../../../content/team/portraits.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { ExternalLink } from './external-link.tsx'

const link = 'thread-link sm:mt-1 justify-self-start text-small decoration-signal-on-fjord'

function Member({ member: { id, name, bookingUrl, email } }: { member: TeamMember }) {
  const { team } = useTexts(aboutTexts)
  const { avif, webp } = portraits[id]
  return (
    <li className="grid grid-cols-[4.5rem_1fr] content-start gap-x-4 sm:row-span-4 sm:grid-cols-1 sm:grid-rows-subgrid sm:pb-10">
      <picture className="row-span-3 sm:row-auto">
        <source type="image/avif" srcSet={avif} />
        <img
          src={webp}
          alt={team.portrait(name)}
          width="480"
          height="600"
          loading="lazy"
          decoding="async"
          className="aspect-[4/5] h-auto w-full rounded-md object-cover"
        />
      </picture>
      <h4 className="font-semibold sm:mt-4">{name}</h4>
      <p className="text-on-fjord-soft text-small">{team.roles[id]}</p>
      {bookingUrl ? (
        <ExternalLink href={bookingUrl} className={link}>
          {team.book} <span className="sr-only">{team.bookWith(name)}</span>
        </ExternalLink>
      ) : (
        <a href={`mailto:${email}`} className={link}>
          <span className="wrap-anywhere">
            <span className="sr-only">{team.write} </span>
            {email}
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
    <div className="border-fjord-line border-t pt-6 sm:pt-12">
      <h3 className="font-bold text-[1.75rem] tracking-[-0.02em]">{team.title}</h3>
      <ul className="mt-4 grid gap-4 sm:mt-8 sm:grid-cols-2 sm:-mb-10 sm:gap-x-8 sm:gap-y-0 lg:grid-cols-4">
        {siteCompany.team.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </ul>
    </div>
  )
}
