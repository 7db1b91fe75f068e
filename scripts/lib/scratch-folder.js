import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of Linux's in-memory file system. */
const sharedMemory = '/dev/shm'

/** Minimum free bytes to use memory: many times the few hundred MB of the tests' files, so that processes have enough memory, too. */
const requiredBytes = 8_000_000_000

const prefix = 'kontor-run-'

/** Returns true if the in-memory file system and the memory have enough free space; some containers have a small /dev/shm. */
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

/** Returns true if programs can run in the folder: some systems mount /dev/shm with noexec. */
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

/** Removes the folders that killed runs left. */
const removeLeftovers = () => {
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (!pid || isAlive(Number(pid))) continue
    try {
      rmSync(join(sharedMemory, name), { recursive: true, force: true })
    } catch (error) {
      // A database may still run in the folder, or a file system may be mounted there.
      console.warn(`A folder of an earlier run stays: ${error.message}`)
    }
  }
}

const make = (parent) => {
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // Sets the same mode as /tmp has, since databases run as another user and also create files here.
  chmodSync(folder, 0o1777)
  return folder
}

/**
 * Creates a temporary folder for the tests: in TMPDIR if set, else in memory if possible, since databases on a disk wait for it at every
 * commit. The caller removes the folder.
 */
export const makeScratchFolder = () => {
  if (process.env.TMPDIR || !hasRoom()) return make(tmpdir())
  removeLeftovers()
  const folder = make(sharedMemory)
  if (canExecute(folder)) return folder
  rmSync(folder, { recursive: true })
  return make(tmpdir())
}
