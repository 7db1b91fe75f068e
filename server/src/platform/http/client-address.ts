import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The significant bits of an IPv6 address: a /64 is what one household or office has. */
export const ipv6Subnet = 64

/** Whom attempts are counted for: the address that the request came from, IPv6 by its /64. */
export const clientAddress = (request: FastifyRequest): string => normalizeIP(request.ip, ipv6Subnet)
