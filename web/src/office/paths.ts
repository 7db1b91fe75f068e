/** Every URL of the office. The server sends the office's page for these and no others; `routes.tsx` maps each to its screen. */
export const officePaths = [
  '/admin',
  '/admin/avtaler',
  '/admin/avtaler/{id}',
  '/admin/kunder',
  '/admin/kunder/{id}',
  '/admin/kontakter',
  '/admin/kontakter/{id}',
  '/admin/settings',
  '/login',
  '/leads',
  '/leads/{id}',
  '/agreement-response/{token}',
  // Some users prepend the site's English prefix; the site's 404 page must not get the token.
  '/en/agreement-response/{token}',
  '/webinar-registration/{token}',
  '/en/webinar-registration/{token}',
] as const

/** Those that the server also sends as plain documents, for readers without scripts. */
export const plainPaths: readonly (typeof officePaths)[number][] = [
  '/agreement-response/{token}',
  '/en/agreement-response/{token}',
]

const adminPanel = ['src/office/admin-layout.tsx', 'src/office/admin-panel.tsx'] as const
const leadsScreen = ['src/office/leads-layout.tsx'] as const
const answerPage = ['src/features/agreements/pages/agreement-response-page.tsx'] as const
const ownRegistrationPage = ['src/features/webinars/pages/own-registration-page.tsx'] as const

/** The sources that `routes.tsx` loads for each URL; the build preloads them along with the first script. */
export const officeSources: Readonly<Record<(typeof officePaths)[number], readonly string[]>> = {
  '/admin': adminPanel,
  '/admin/avtaler': adminPanel,
  '/admin/avtaler/{id}': adminPanel,
  '/admin/kunder': adminPanel,
  '/admin/kunder/{id}': adminPanel,
  '/admin/kontakter': adminPanel,
  '/admin/kontakter/{id}': adminPanel,
  '/admin/settings': ['src/office/admin-layout.tsx', 'src/office/admin-settings.tsx'],
  '/login': ['src/features/session/pages/login-page.tsx'],
  '/leads': leadsScreen,
  '/leads/{id}': leadsScreen,
  '/agreement-response/{token}': answerPage,
  '/en/agreement-response/{token}': answerPage,
  '/webinar-registration/{token}': ownRegistrationPage,
  '/en/webinar-registration/{token}': ownRegistrationPage,
}
