import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { runtimeRole } from '../platform/embedded/cluster.ts'
import { assertEndpointsCalled } from './endpoint-coverage.ts'
import {
  asRuntime,
  makePreparedDataDir,
  prepareTestDatabase,
  runOnServer,
  startTestPostgres,
  withDatabase,
} from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Options to connect to this run's PostgreSQL. */
    testPostgres: pg.PoolConfig
    /** The migrated, empty database that test databases are copied from. */
    testTemplate: string
    /** The folder where each process records which endpoints its tests called. */
    calledEndpoints: string
    /** A data folder with a stopped, migrated database, which `createPreparedDataDir` copies. */
    preparedDataDir: string
  }
}

/** Starts one PostgreSQL for the run, or uses the one of `TEST_DATABASE_URL`, and migrates a template in it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? { options: { connectionString: url }, stop: async () => undefined } : await startTestPostgres()
  const prepared = await makePreparedDataDir()
  const prefix = `kontor_test_${randomBytes(6).toString('hex')}`
  const template = `${prefix}_template`
  await runOnServer(server.options, `CREATE DATABASE ${template}`)
  await runOnServer(
    server.options,
    `DO $$ BEGIN CREATE ROLE ${runtimeRole} LOGIN; EXCEPTION WHEN duplicate_object THEN END $$`,
  )
  const owner = withDatabase(server.options, template)
  await prepareTestDatabase(owner, asRuntime(owner))
  project.provide('testPostgres', server.options)
  project.provide('testTemplate', template)
  const calls = await mkdtemp(join(tmpdir(), 'kontor-calls-'))
  project.provide('calledEndpoints', calls)
  project.provide('preparedDataDir', prepared.dataDir)
  return async () => {
    // Drops all test databases of this run, including those of killed tests.
    const leftovers = await runOnServer<{ datname: string }>(
      server.options,
      `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`,
    )
    for (const { datname } of leftovers) await runOnServer(server.options, `DROP DATABASE ${datname} WITH (FORCE)`)
    await server.stop()
    await prepared.remove()
    try {
      if (await allFilesPassed(project)) await assertEndpointsCalled(calls)
    } finally {
      await rm(calls, { recursive: true })
    }
  }
}

/** Returns true if every test file of the project ran and passed. If not, the test that calls an endpoint may just not have run. */
const allFilesPassed = async (project: TestProject): Promise<boolean> => {
  const { vitest } = project
  if (vitest.getGlobalTestNamePattern()) return false
  const { testFiles } = await project.globTestFiles()
  const modules = vitest.state.getTestModules().filter((module) => module.project === project)
  const passed = new Set(modules.filter((module) => module.state() === 'passed').map(({ moduleId }) => moduleId))
  return testFiles.every((file) => passed.has(file))
}
