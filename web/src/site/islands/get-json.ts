/**
 * Gets JSON from the server, for the public site, whose bundle has no zod.
 * @throws Error `"<status>: <text>"` for an error response, or the error of `fetch` without a response.
 */
export const getJson = async (url: string): Promise<unknown> => {
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`)
  return response.json()
}
