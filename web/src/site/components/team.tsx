import {
  drawnPortraits,
  type PhotoFormat,
  photoPath,
  photoWidths,
  type TeamMember,
} from '@kontor/contract/company/company.rules'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { mailAddress } from '../../platform/mail-address.ts'
import { useCompany } from '../../platform/site-content.ts'
import { portraits } from '../team/portraits.ts'
import { aboutTexts } from '../texts/about-texts.ts'
import { ExternalLink } from './external-link.tsx'

const link = 'thread-link text-small decoration-signal-on-fjord'

/** The width of a portrait, by the window's width. */
const sizes = '(min-width: 64rem) 18rem, (min-width: 40rem) 45vw, 4.5rem'

const sourcesOf = (photo: string, format: PhotoFormat): string =>
  photoWidths.map((width) => `${photoPath(photo, width, format)} ${width}w`).join(', ')

const initialsOf = (name: string): string => {
  const words = name.split(/[\s-]+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '').join('')
}

const frame = 'aspect-4/5 h-auto w-full rounded-md'

/** Shows a delivered drawing, an uploaded photo, or the person's initials. */
function Portrait({ name, photo }: Pick<TeamMember, 'name' | 'photo'>) {
  const { team } = useTexts(aboutTexts)
  if (photo === null) {
    return (
      <p
        aria-hidden="true"
        className={`${frame} flex items-center justify-center bg-fjord-deep font-bold text-on-fjord-soft text-title`}
      >
        {initialsOf(name)}
      </p>
    )
  }
  const drawn = drawnPortraits.find((one) => one === photo)
  const sources = drawn
    ? { avif: portraits[drawn].avif, webp: undefined, fallback: portraits[drawn].webp }
    : { avif: sourcesOf(photo, 'avif'), webp: sourcesOf(photo, 'webp'), fallback: photoPath(photo, 640, 'webp') }
  return (
    <picture>
      <source type="image/avif" srcSet={sources.avif} {...(!drawn && { sizes })} />
      <img
        src={sources.fallback}
        {...(!drawn && { srcSet: sources.webp, sizes })}
        alt={team.portrait(name)}
        width="480"
        height="600"
        loading="lazy"
        className={`${frame} object-cover`}
      />
    </picture>
  )
}

function Member({ member: { name, role, photo, bookingUrl, email } }: { member: TeamMember }) {
  const { team } = useTexts(aboutTexts)
  const { language } = useLanguage()
  return (
    <li className="flex gap-8 sm:block">
      <div className="max-sm:w-[4.5rem] max-sm:shrink-0">
        <Portrait name={name} photo={photo} />
      </div>
      <div className="sm:mt-4">
        <h4 className="font-semibold">{name}</h4>
        <p className="text-on-fjord-soft text-small">{role[language]}</p>
        {bookingUrl ? (
          <ExternalLink href={bookingUrl} className={link}>
            {team.book} <span className="sr-only">{team.bookWith(name)}</span>
          </ExternalLink>
        ) : (
          email && (
            <a href={mailAddress(email)} className={link}>
              <span className="wrap-anywhere">
                <span className="sr-only">{team.write} </span>
                {email}
              </span>
            </a>
          )
        )}
      </div>
    </li>
  )
}

/** The people, each with a booking link or an e-mail address; renders nothing if there are none. */
export function Team() {
  const { team } = useTexts(aboutTexts)
  const members = useCompany().team
  if (members.length === 0) return null
  return (
    <div className="border-fjord-line border-t pt-12">
      <h3 className="font-bold text-[1.75rem] tracking-[-0.02em]">{team.title}</h3>
      <ul className="mt-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {members.map((member) => (
          <Member key={`${member.name} ${member.photo}`} member={member} />
        ))}
      </ul>
    </div>
  )
}
