import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The key for counting attempts: the request's address, or the /64 of an IPv6 address, which one household or office has. */
export const clientAddress = (request: FastifyRequest): string => normalizeIP(request.ip)
