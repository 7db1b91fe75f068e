/** Whether a URL lies below `/api`: the calls of the contract and their documentation, no pages. */
export const isApiPath = (url: string): boolean => /^\/api(?=[/?]|$)/.test(url)
