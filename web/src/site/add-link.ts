/** Lets the browser fetch something ahead. */
export const addLink = (attributes: Partial<HTMLLinkElement>): void => {
  document.head.append(Object.assign(document.createElement('link'), attributes))
}
