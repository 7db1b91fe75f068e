import type { FastifyInstance } from 'fastify'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Route {
  readonly method: Method
  readonly url: string
}

/** Returns every registered route, parsed from Fastify's route tree, which has one level per path segment. */
export const registeredRoutes = (app: FastifyInstance): Route[] => {
  const segments: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): Route[] => {
      const [, indent, segment, methods] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? []
      if (indent === undefined || segment === undefined || methods === undefined) return []
      segments.length = indent.length / 4
      segments.push(segment)
      const url = segments.join('')
      return methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [{ method: method as Method, url }]))
    })
}
