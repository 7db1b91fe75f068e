import { addOsloDays, osloDay, osloMoment } from '@kontor/contract/shared/time'
import { createWebinar, registerForWebinar, updateWebinar } from '@kontor/contract/webinars/webinars.endpoints'
import type { AdminCall, BodyOf } from './admin-api.ts'

interface DemoWebinar {
  readonly name: string
  /** Days after this week's Monday; `clock` is Norwegian time. */
  readonly day: number
  readonly clock: string
  readonly isActive: boolean
  readonly registered: readonly BodyOf<typeof registerForWebinar>[]
}

const kari = { name: 'Kari Nordmann', email: 'kari@regnskap.example', company: 'Eksempel Regnskap AS' }
const ola = { name: 'Ola Nordmann', email: 'ola@snekker.example', company: 'Eksempel Snekkerverksted' }
const peder = {
  name: 'Peder Ås',
  email: 'peder@fiskeforedling.example',
  company: 'Eksempel Fiskeforedling',
  phone: '+47 12 34 56 78',
}
const jane = { name: 'Jane Doe', email: 'jane@ltd.example', company: 'Example Ltd', language: 'en' } as const
const marte = { name: 'Marte Kirkerud', email: 'marte@student.example', phone: '12 34 56 78' }
const hans = {
  name: 'Hans Tastad',
  email: 'hans@transport.example',
  company: 'Eksempel Kjøle- og Frysetransport',
  phone: '23 45 67 89',
}
const line = { name: 'Line Danser', email: 'line@verksted.example', company: 'Eksempel & Sønn' }
/** Has filled in the honeypot. */
const robot = { name: 'Test Testesen', email: 'robot@tilbud.example', website: 'https://tilbud.example' }

const webinars: readonly DemoWebinar[] = [
  {
    name: 'Åpenhetsloven i praksis: fra leverandørliste til redegjørelse',
    day: 8,
    clock: '10:00',
    isActive: true,
    registered: [kari, ola, peder, jane, hans, robot],
  },
  {
    name: 'Internkontroll uten permer',
    day: 17,
    clock: '09:00',
    isActive: true,
    registered: [ola, line, marte],
  },
  { name: 'Klar for ISO 14001 på et halvt år', day: 29, clock: '13:00', isActive: true, registered: [] },
  { name: 'Kunstig intelligens i kvalitetsarbeidet', day: 36, clock: '10:00', isActive: false, registered: [] },
  {
    name: 'Miljøfyrtårn for små bedrifter',
    day: -13,
    clock: '10:00',
    isActive: true,
    registered: [kari, marte],
  },
]

/** The moment `day` days after this week's Monday, at `clock`. */
const momentOf = (day: number, clock: string): string => {
  const today = osloDay(new Date().toISOString())
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7
  const noon = osloMoment(`${today}T12:00`)
  return osloMoment(`${osloDay(addOsloDays(noon, day - weekday))}T${clock}`)
}

/** Adds three upcoming webinars, an inactive one and a past one; visitors register for some. */
export const addDemoWebinars = async (call: AdminCall): Promise<void> => {
  for (const { name, day, clock, isActive, registered } of webinars) {
    const past = day < 0
    const date = momentOf(day, clock)
    const { id } = await call(createWebinar, { body: { name, date: past ? momentOf(8, clock) : date, isActive } })
    for (const body of registered) await call(registerForWebinar, { params: { id }, body })
    // Registration for a past webinar is closed, so change the date afterwards.
    if (past) await call(updateWebinar, { params: { id }, query: {}, body: { date } })
  }
}
