import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The significant bits of an IPv6 address: one household or office has a /64. */
export const ipv6Subnet = 64

/** The key for counting attempts: the request's address, or the /64 of an IPv6 address. */
export const clientAddress = (request: FastifyRequest): string => normalizeIP(request.ip, ipv6Subnet)
