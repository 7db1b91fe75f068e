/** Identifies a page's backend in its requests. */
export const backendCookie = 'component_backend'

/** Identifies the backend in requests without cookies. */
export const backendHeader = 'x-component-backend'
