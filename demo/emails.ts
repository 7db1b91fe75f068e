import { createEmailTemplate } from '@kontor/contract/emails/emails.endpoints'
import type { AdminCall } from './admin-api.ts'

/** Inactive: the demo's mails use the built-in texts, and activating a template shows the difference. */
const templates = [
  {
    type: 'contact',
    subject: 'Takk for henvendelsen, {name}',
    content: [
      '<h2>Takk for at du tok kontakt</h2>',
      '<p>Hei {name}. Vi svarer {company|deg} innen én arbeidsdag. Haster det, ring <a href="tel:+4712345678">12 34 56 78</a>.</p>',
      '<blockquote>{message}</blockquote>',
      '<p>Vennlig hilsen<br>oss i Eksempel</p>',
    ].join('\n'),
  },
  {
    type: 'contact',
    subject: 'Vi har ferie til 3. august',
    content:
      'Hei {name}.\n\nDu skrev til oss om «{subject}». Vi har ferie og svarer i uke 32.\n\nGod sommer fra oss i Eksempel',
  },
  {
    type: 'webinar',
    subject: 'Vi ses på {webinarName}',
    content: [
      '<p>Hei {name}. Du er påmeldt <strong>{webinarName}</strong>, {webinarDate}.</p>',
      '<p>Legg kalenderfilen inn i kalenderen din. Lenken til sendingen kommer dagen før.</p>',
    ].join('\n'),
  },
] as const

/** Adds the demo's mail templates. */
export const addDemoTemplates = async (call: AdminCall): Promise<void> => {
  for (const template of templates) await call(createEmailTemplate, { body: { ...template, isActive: false } })
}
