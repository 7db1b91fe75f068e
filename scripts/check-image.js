// `npm run check-image`: builds the Dockerfile and runs the image as compose.yaml does, with docker, podman or buildah. Without a registry,
// KONTOR_BUILD_IMAGE (with Node and npm) and KONTOR_RUN_IMAGE name local images to build from.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, main } from './lib/npm.js'
import { fromRoot, root } from './lib/paths.js'

const image = 'localhost/kontor-check'
const imageUser = 10001
const startTimeoutMs = 120_000

const output = (command, args) => {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Failure(`${command} ${args.join(' ')} failed; see its error above.`)
  return stdout.trim()
}

const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Failure(`${command} ${args[0]} failed; see its error above.`)
}

/** Docker may be a client without a server. */
const probes = { docker: 'info', podman: 'info', buildah: '--version' }

const isUsable = ([command, probe]) => spawnSync(command, [probe], { stdio: 'ignore' }).status === 0

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

const buildArgs = () =>
  ['BUILD_IMAGE', 'RUN_IMAGE'].flatMap((name) => {
    const value = process.env[`KONTOR_${name}`]
    return value ? ['--build-arg', `${name}=${value}`] : []
  })

/** Waits until the server is ready, then checks a page of the site. */
const checkServer = async (address) => {
  const deadline = Date.now() + startTimeoutMs
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (Date.now() > deadline) throw new Failure('The image did not become ready.')
    await sleep(500)
  }
  const page = await (await fetch(`${address}/`)).text()
  if (!page.includes('</html>')) throw new Failure('The image serves no home page.')
}

const checkWithEngine = async (engine) => {
  run(engine, ['build', ...buildArgs(), '-t', image, '.'])
  const port = await freePort()
  const hardened = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges']
  const container = output(engine, ['run', '-d', ...hardened, '-p', `127.0.0.1:${port}:3000`, image])
  try {
    await checkServer(`http://127.0.0.1:${port}`)
    const user = output(engine, ['exec', container, 'id', '-u'])
    if (user !== String(imageUser)) throw new Failure(`The image runs as ${user}.`)
    run(engine, ['stop', '-t', '15', container])
    const code = output(engine, ['inspect', '-f', '{{.State.ExitCode}}', container])
    if (code !== '0') throw new Failure(`The server ended with ${code}.`)
  } finally {
    spawnSync(engine, ['rm', '-f', '-v', container], { stdio: 'ignore' })
  }
}

/** Builds with buildah and runs in a chroot: where containers can't be started, as inside one. */
const checkInChroot = async () => {
  if (process.getuid() !== 0) throw new Failure('buildah without docker or podman needs root here.')
  run('buildah', ['bud', '--isolation', 'chroot', '--format', 'docker', ...buildArgs(), '-t', image, '.'])
  const container = output('buildah', ['from', '--pull-never', image])
  const data = mkdtempSync(join(tmpdir(), 'kontor-image-'))
  try {
    chownSync(data, imageUser, imageUser)
    const port = await freePort()
    const script = [fromRoot('deploy/run-in-chroot.sh'), output('buildah', ['mount', container]), data, String(port)]
    const server = spawn('unshare', ['--mount', '--propagation', 'private', ...script], { stdio: 'inherit' })
    const ended = new Promise((resolve) => server.once('exit', (code, signal) => resolve(code ?? signal)))
    try {
      const died = ended.then((how) => Promise.reject(new Failure(`The server ended with ${how}.`)))
      died.catch(() => undefined)
      await Promise.race([checkServer(`http://127.0.0.1:${port}`), died])
    } finally {
      server.kill('SIGTERM')
    }
    const code = await ended
    if (code !== 0) throw new Failure(`The server ended with ${code}.`)
  } finally {
    spawnSync('buildah', ['rm', container], { stdio: 'ignore' })
    rmSync(data, { recursive: true, force: true })
  }
}

await main(async () => {
  const named = process.env.KONTOR_CONTAINER_TOOL
  const tool = named ?? Object.entries(probes).find(isUsable)?.[0]
  if (!tool) throw new Failure('The image is unproven: neither docker nor podman nor buildah can be used.')
  await (tool === 'buildah' ? checkInChroot() : checkWithEngine(tool))
  console.log(`The image builds, starts without root on a read-only file system, serves and stops (${tool}).`)
})
