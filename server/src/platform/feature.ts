import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/** Registers one feature's endpoints (and jobs, through `deps.jobs`). */
export type Feature = (app: FastifyInstance, deps: Deps) => void
