import type { FastifyRequest } from 'fastify'

/** Returns true for requests that are answered in English: those of the sales users' login. */
export const answersInEnglish = (request: FastifyRequest): boolean => request.url.startsWith('/api/auth/')

const sentences: Record<number, { readonly no: string; readonly en: string }> = {
  400: { no: 'Forespørselen er ikke gyldig.', en: 'The request is not valid.' },
  403: { no: 'Forespørselen kom fra et annet nettsted.', en: 'The request came from another site.' },
  404: { no: 'Fant ikke det du ba om.', en: 'Not found.' },
  408: { no: 'Forespørselen tok for lang tid. Prøv igjen.', en: 'The request took too long. Please try again.' },
  413: { no: 'Det du sendte, er for stort.', en: 'What you sent is too large.' },
  415: { no: 'Innholdet må være JSON.', en: 'The content must be JSON.' },
  429: { no: 'For mange forsøk. Vent litt og prøv igjen.', en: 'Too many attempts. Please wait and try again.' },
  431: {
    no: 'Adressen er for lang, eller nettleseren sendte for mange informasjonskapsler.',
    en: 'The address is too long, or the browser sent too many cookies.',
  },
  500: { no: 'Noe gikk galt hos oss. Prøv igjen.', en: 'Something went wrong on our side. Please try again.' },
  503: {
    no: 'Tjenesten er ikke tilgjengelig akkurat nå. Prøv igjen om litt.',
    en: 'The service is not available right now. Please try again shortly.',
  },
}

/** Returns the default message of a status. */
export const sentenceOf = (status: number, language: 'no' | 'en'): string => {
  const known = sentences[status] ?? sentences[status < 500 ? 400 : 500]
  return known?.[language] ?? ''
}

/** Returns the default message of a status, in the language of the request. */
export const sentenceFor = (status: number, request: FastifyRequest): string =>
  sentenceOf(status, answersInEnglish(request) ? 'en' : 'no')
