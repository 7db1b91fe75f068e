import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { agreementRights } from '../features/agreements/agreements.table.ts'
import { runtimeRole } from '../platform/database/embedded/cluster.ts'
import { prepareDatabase } from '../platform/database/rights.ts'
import { assertEndpointsCalled } from './endpoint-coverage.ts'
import { inDatabase, makePreparedDataDir, onServer, startTestServer } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the PostgreSQL of this run. */
    testServer: pg.PoolConfig
    /** The migrated, empty database that every test's database is copied from. */
    testTemplate: string
    /** Folder where every process notes which endpoints its tests called. */
    calledEndpoints: string
    /** A data folder with a stopped, migrated database, which `createPreparedDataDir` copies. */
    preparedDataDir: string
  }
}

/** Starts one PostgreSQL for the run, or takes the one that `TEST_DATABASE_URL` names, and migrates a template in it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? { options: { connectionString: url }, stop: async () => undefined } : await startTestServer()
  const prepared = await makePreparedDataDir()
  const prefix = `kontor_test_${randomBytes(6).toString('hex')}`
  const template = `${prefix}_template`
  await onServer(server.options, `CREATE DATABASE ${template}`)
  await onServer(
    server.options,
    `DO $$ BEGIN CREATE ROLE ${runtimeRole} LOGIN; EXCEPTION WHEN duplicate_object THEN END $$`,
  )
  await prepareDatabase({ owner: inDatabase(server.options, template), runtimeRole }, agreementRights)
  project.provide('testServer', server.options)
  project.provide('testTemplate', template)
  const calls = await mkdtemp(join(tmpdir(), 'kontor-calls-'))
  project.provide('calledEndpoints', calls)
  project.provide('preparedDataDir', prepared.dataDir)
  return async () => {
    // Also those of tests that were killed.
    const ours = await onServer<{ datname: string }>(
      server.options,
      `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`,
    )
    for (const { datname } of ours) await onServer(server.options, `DROP DATABASE ${datname} WITH (FORCE)`)
    await server.stop()
    await prepared.remove()
    try {
      if (await ranWhole(project)) await assertEndpointsCalled(calls)
    } finally {
      await rm(calls, { recursive: true })
    }
  }
}

/** Whether every test file of the project ran and passed: only then does an endpoint that was not called lack a test. */
const ranWhole = async (project: TestProject): Promise<boolean> => {
  const { vitest } = project
  if (vitest.getGlobalTestNamePattern()) return false
  const { testFiles } = await project.globTestFiles()
  const modules = vitest.state.getTestModules().filter((module) => module.project === project)
  const passed = new Set(modules.filter((module) => module.state() === 'passed').map(({ moduleId }) => moduleId))
  return testFiles.every((file) => passed.has(file))
}
