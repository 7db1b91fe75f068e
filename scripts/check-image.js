// `npm run check-image`: builds the image with docker, podman or buildah, runs it with its embedded database, then runs compose.yaml (not
// with buildah). KONTOR_BUILD_IMAGE (with Node and npm) and KONTOR_RUN_IMAGE can name local base images for machines without a registry.
// KONTOR_CONTAINER_TOOL can name the tool.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:https'
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

/** Arguments with which each tool succeeds only if it can be used: `docker info`, for example, fails without a running Docker server. */
const probes = { docker: 'info', podman: 'info', buildah: '--version' }

const isUsable = ([command, ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

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

const waitUntil = async (condition, sentence) => {
  const deadline = Date.now() + startTimeoutMs
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Failure(sentence)
    await sleep(500)
  }
}

/** Waits until the server is ready, then checks a page of the site. */
const checkServer = async (address) => {
  await waitUntil(async () => (await fetch(`${address}/readyz`)).ok, 'The image did not become ready.')
  const page = await (await fetch(`${address}/`)).text()
  if (!page.includes('</html>')) throw new Failure('The image serves no home page.')
}

/** Runs the health check that the image declares. Without systemd, podman never runs it. */
const checkHealth = (engine, container) => {
  const declared = JSON.parse(output(engine, ['inspect', '-f', '{{json .Config.Healthcheck}}', container]))
  if (!declared) throw new Failure('The image has no health check.')
  run(engine, ['exec', container, ...declared.Test.slice(1)])
}

const isPodman = (engine) => output(engine, ['--version']).includes('podman')

/** Returns the program that runs compose.yaml and its first arguments; undefined if none is installed. */
const composeFor = (engine) => {
  const candidates = [
    [engine, ['compose']],
    ...(isPodman(engine) ? [['podman-compose', ['--podman-path', engine]]] : []),
  ]
  return candidates.find(([command, first]) => isUsable([command, ...first, 'version']))
}

/** Calls the proxy, which has a self-signed certificate; resolves to the response's status and text. */
const askProxy = (port, path, body) =>
  new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, ...(body && { 'content-type': 'application/json' }) }
    const options = { port, path, headers, method: body ? 'POST' : 'GET', rejectUnauthorized: false }
    const call = request({ host: '127.0.0.1', servername: 'localhost', agent: false, ...options }, (answer) => {
      const read = async () => ({ status: answer.statusCode, text: Buffer.concat(await answer.toArray()).toString() })
      read().then(resolve, reject)
    })
    call.once('error', reject).end(body && JSON.stringify(body))
  })

const enquiry = { name: 'Kari Nordmann', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }

const instances = ['kontor-1', 'kontor-2']

const askReady = 'fetch("http://127.0.0.1:3000/readyz").then(({ ok }) => process.exit(ok ? 0 : 1))'

/** Runs compose.yaml with the built image. Checks TLS, mails, and that one instance still serves pages while the other is stopped. */
const checkCompose = async (engine) => {
  const found = composeFor(engine)
  if (!found) throw new Failure('compose.yaml is unproven: there is neither docker compose nor podman-compose.')
  const [command, first] = found
  const [port, mailPort] = [await freePort(), await freePort()]
  const env = { TRIAL_URL: `https://localhost:${port}`, HTTPS_PORT: port, MAIL_PORT: mailPort, KONTOR_IMAGE: image }
  const tryCompose = (...args) => {
    const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }
    return spawnSync(command, [...first, '-p', 'kontor-check', ...args], options).status === 0
  }
  const compose = (...args) => {
    if (!tryCompose(...args)) throw new Failure(`${command} ${args[0]} failed; see its error above.`)
  }
  const secrets = fromRoot('deploy', 'secrets')
  const hadSecrets = existsSync(secrets)
  if (!hadSecrets) run('sh', [fromRoot('deploy', 'make-secrets.sh')])
  try {
    // Removes the volumes of an earlier check that was killed, since the database in them has other passwords.
    tryCompose('down', '-v')
    compose('up', '-d', '--no-build')
    for (const name of instances) {
      await waitUntil(
        async () => tryCompose('exec', '-T', name, 'node', '-e', askReady),
        `${name} did not become ready.`,
      )
    }
    const { status } = await askProxy(port, '/api/contacts', enquiry)
    if (status !== 200) throw new Failure(`compose.yaml answered an enquiry with ${status}.`)
    const countMails = async () => (await (await fetch(`http://127.0.0.1:${mailPort}/api/v1/messages`)).json()).total
    await waitUntil(async () => (await countMails()) === 2, 'The mail catcher of compose.yaml got no mails.')
    compose('stop', '-t', '0', instances[0])
    for (let call = 0; call < 4; call++) {
      const page = await askProxy(port, '/')
      if (page.status !== 200 || !page.text.includes('</html>'))
        throw new Failure(`With one instance gone, the proxy answered ${page.status}.`)
    }
  } catch (error) {
    tryCompose('logs')
    throw error
  } finally {
    tryCompose('down', '-v')
    if (!hadSecrets) rmSync(secrets, { recursive: true })
  }
  console.log('compose.yaml runs: two instances behind TLS, mails, and one serves when the other is gone.')
}

const checkWithEngine = async (engine) => {
  // Uses Docker's image format: podman's default format drops the health check.
  const format = isPodman(engine) ? ['--format', 'docker'] : []
  run(engine, ['build', ...format, ...buildArgs(), '-t', image, '.'])
  const port = await freePort()
  const hardened = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges']
  const container = output(engine, ['run', '-d', ...hardened, '-p', `127.0.0.1:${port}:3000`, image])
  try {
    await checkServer(`http://127.0.0.1:${port}`)
    const user = output(engine, ['exec', container, 'id', '-u'])
    if (user !== String(imageUser)) throw new Failure(`The image runs as ${user}.`)
    checkHealth(engine, container)
    run(engine, ['stop', '-t', '15', container])
    const code = output(engine, ['inspect', '-f', '{{.State.ExitCode}}', container])
    if (code !== '0') throw new Failure(`The server ended with ${code}.`)
  } finally {
    spawnSync(engine, ['rm', '-f', '-v', container], { stdio: 'ignore' })
  }
}

/** Builds the image with buildah and runs it in a chroot, for machines that can't start containers, such as containers themselves. */
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
  if (tool !== 'buildah') await checkCompose(tool)
})
