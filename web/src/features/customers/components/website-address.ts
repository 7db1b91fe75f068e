/** The address of a website that was typed with or without its scheme; null if it isn't one. */
export const websiteAddress = (text: string): string | null => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(address) && !/\s/.test(text) ? address : null
}
