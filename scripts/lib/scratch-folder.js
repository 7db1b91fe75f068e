import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's in-memory file system. */
const sharedMemory = '/dev/shm'

/** The minimum of free memory: many times the few hundred MB that the tests use, so that files and processes never run out of it. */
const requiredBytes = 8_000_000_000

const prefix = 'kontor-run-'

/** False in containers with a small /dev/shm, for example. */
const hasRoom = () => {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory)
    return (
      Math.min(bavail * bsize, freemem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY) > requiredBytes
    )
  } catch {
    return false
  }
}

/** Checks that programs can run there: some systems mount it noexec. */
const canExecute = (folder) => {
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

/** Removes folders of runs that were killed. */
const removeLeftovers = () => {
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (!pid || isAlive(Number(pid))) continue
    try {
      rmSync(join(sharedMemory, name), { recursive: true, force: true })
    } catch (error) {
      // A database may still run in it, or a file system be mounted there.
      console.warn(`A folder of an earlier run stays: ${error.message}`)
    }
  }
}

const make = (parent) => {
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // The mode of /tmp: databases run as another user and create files there too.
  chmodSync(folder, 0o1777)
  return folder
}

/**
 * Creates a temporary folder for the tests: in TMPDIR if set, else in memory if possible, since databases wait for the disk at
 * every commit. The caller removes it.
 */
export const makeScratchFolder = () => {
  if (process.env.TMPDIR || !hasRoom()) return make(tmpdir())
  removeLeftovers()
  const folder = make(sharedMemory)
  if (canExecute(folder)) return folder
  rmSync(folder, { recursive: true })
  return make(tmpdir())
}
