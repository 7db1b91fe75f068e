import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onCleanup } from './cleanup.ts'

const requestConfig =
  '[req]\ndistinguished_name=d\n[d]\n[v3]\nextendedKeyUsage=critical,timeStamping\n[root]\nbasicConstraints=critical,CA:true\n'
const authorityConfig =
  '[t]\nserial=serial\nsigner_digest=sha256\ndefault_policy=1.2.3.4\ndigests=sha256\nordering=no\ntsa_name=no\n'

/**
 * Starts a timestamp authority (RFC 3161) by OpenSSL on loopback. It answers a GET with its root certificate. `replace` may return a status or
 * other bytes to answer with instead.
 */
export const startTimestampAuthority = async (
  replace: (answer: Buffer) => Buffer | number = (answer) => answer,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-tsa-'))
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' })
  await writeFile(join(folder, 'request.cnf'), requestConfig)
  await writeFile(join(folder, 'tsa.cnf'), authorityConfig)
  const make = 'req -x509 -nodes -days 9 -newkey rsa:2048 -config request.cnf'
  openssl(`${make} -subj /CN=Rot -keyout root.key -out root -extensions root`)
  openssl(`${make} -subj /CN=Tidsstempel -keyout key -out crt -extensions v3 -CA root -CAkey root.key`)
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end(await readFile(join(folder, 'root')))
    await writeFile(join(folder, 'query'), await buffer(request))
    openssl('ts -reply -config tsa.cnf -section t -queryfile query -signer crt -inkey key -out answer')
    const answer = replace(await readFile(join(folder, 'answer')))
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.setHeader('content-type', 'application/timestamp-reply').end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true })
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
