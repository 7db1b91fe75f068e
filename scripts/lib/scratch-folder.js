import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm'

/** Many times what the tests have there at once, some hundred MB, so that neither files nor programs ever want for memory. */
const roomNeeded = 8_000_000_000

const prefix = 'kontor-run-'

/** Where a folder in memory is small, as in many a container, it is left alone. */
const hasRoom = () => {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY) > roomNeeded
  } catch {
    return false
  }
}

/** Some systems let no program be started from there, and tests do start some. */
const startsPrograms = (folder) => {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** A run that was killed leaves its folder behind. */
const removeLeftovers = () => {
  for (const name of readdirSync(inMemory)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(join(inMemory, name), { recursive: true, force: true })
  }
}

const make = (parent) => {
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // As the system's own: databases run as another user, who makes files there too.
  chmodSync(folder, 0o1777)
  return folder
}

/**
 * Makes the folder for all that the tests write and throw away: in memory where that can be, since databases wait for the disk
 * at every commit. Who has set TMPDIR gets it there. Whoever makes it removes it.
 */
export const makeScratchFolder = () => {
  if (process.env.TMPDIR || !hasRoom()) return make(tmpdir())
  removeLeftovers()
  const folder = make(inMemory)
  if (startsPrograms(folder)) return folder
  rmSync(folder, { recursive: true })
  return make(tmpdir())
}
