/** Names a page's backend in its requests. */
export const backendCookie = 'component_backend'

/** The same in calls without cookies. */
export const backendHeader = 'x-component-backend'
