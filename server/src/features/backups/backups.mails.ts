import { longOsloTime } from '@kontor/contract/shared/time'
import { block, composeMail, type MailText } from '../emails/emails.mails.ts'

interface Trouble {
  readonly kind: 'failed' | 'late'
  /** The reason why the backup failed; null if it is late. */
  readonly problem: string | null
  /** The time when the last completed backup was made. */
  readonly lastAt: string | null
  /** The URL of the list of backups in the office. */
  readonly url: string
}

const subjects = { failed: 'Sikkerhetskopien feilet', late: 'Sikkerhetskopien er forsinket' } as const

const openings = {
  failed: 'Kontor fikk ikke tatt sikkerhetskopi. Det prøves igjen hver time.',
  late: 'Dagens sikkerhetskopi er ikke ferdig. Til den som drifter Kontor: Kjører serveren, og er det plass på disken?',
} as const

export const troubleMail = ({ kind, problem, lastAt, url }: Trouble): MailText =>
  composeMail('no', subjects[kind], {
    blocks: [
      block.heading(subjects[kind]),
      block.paragraph(openings[kind]),
      ...(problem === null ? [] : [block.fact('Årsak', '{problem}')]),
      block.fact('Siste sikkerhetskopi', '{last}'),
      block.button('{url}', 'Se sikkerhetskopiene'),
      block.note('Du får ikke flere e-poster om dette før en sikkerhetskopi har lyktes.'),
    ],
    values: { problem, last: lastAt === null ? 'Ingen' : longOsloTime(lastAt, 'no'), url },
  })
