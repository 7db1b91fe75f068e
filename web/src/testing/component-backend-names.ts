/** Identifies a page's backend in its requests. */
export const backendCookie = 'component_backend'

/** Used instead in requests without cookies. */
export const backendHeader = 'x-component-backend'
