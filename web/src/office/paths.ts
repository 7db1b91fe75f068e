/** Every URL of the office. The server sends the office's page for these and no others; `routes.tsx` says what each shows. */
export const officePaths = ['/admin', '/admin/settings', '/login', '/leads', '/agreement-response/{token}'] as const
