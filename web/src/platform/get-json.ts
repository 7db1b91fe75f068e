/**
 * What a call of the server answers, for the public site, whose bundle holds no zod.
 * @throws Error `"<status>: <text>"` for any answer but a good one, and what `fetch` throws when none came.
 */
export const getJson = async (url: string): Promise<unknown> => {
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`)
  return response.json()
}
