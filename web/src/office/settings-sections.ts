/** The parts of Innstillinger in their groups, each with its own URL; the first is shown by default. */
export const settingsGroups = {
  Salg: [
    { id: 'betingelser', label: 'Betingelser', words: 'standardbetingelser vilkår' },
    { id: 'avtaler', label: 'Avtaler', words: 'kode bekreftelse bevis segl forsegling underskrift nøkkel sertifikat' },
    { id: 'leads', label: 'Leads', words: 'årsaker avslått tapt' },
  ],
  Bedriften: [
    { id: 'bedriften', label: 'Bedriften', words: 'firma adresse telefon ansatte' },
    { id: 'tekster', label: 'Tekster', words: 'nettstedet nettsiden' },
    { id: 'e-post', label: 'E-post', words: 'epost avsender maler logg' },
  ],
  Tilgang: [
    { id: 'brukere', label: 'Brukere', words: 'salgsbrukere administratorer roller passord innlogging' },
    {
      id: 'innlogging',
      label: 'Innlogging',
      words: 'totrinnsbekreftelse tofaktor passnøkkel autentiseringsapp gjenopprettingskoder sikkerhet',
    },
  ],
  Data: [
    { id: 'personvern', label: 'Personvern', words: 'innsyn sletting gdpr' },
    { id: 'hendelser', label: 'Hendelser', words: 'logg revisjon sporing hvem endret historikk' },
    { id: 'papirkurv', label: 'Papirkurv', words: 'slettet gjenopprett angre import' },
    { id: 'system', label: 'System', words: 'status sikkerhetskopi versjon' },
  ],
} as const

export type SettingsSection = (typeof settingsGroups)[keyof typeof settingsGroups][number]

export const settingsSections: readonly SettingsSection[] = Object.values(settingsGroups).flat()

export const addressOfSection = ({ id }: Pick<SettingsSection, 'id'>): string => `/admin?tab=settings&section=${id}`

export const findSection = (id: string | null): SettingsSection =>
  settingsSections.find((section) => section.id === id) ?? settingsGroups.Salg[0]
