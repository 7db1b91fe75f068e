// A mail server that accepts and discards all mails, in its own process. Sends its port on start, and the number of accepted mails
// on request.
import { createServer, type Socket } from 'node:net'

let taken = 0

const serve = (socket: Socket) => {
  let received = ''
  let inText = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'DATA') {
      inText = true
      say('354 Go on')
    } else if (command === 'QUIT') {
      say('221 Bye')
      socket.end()
    } else say('250 OK')
  }
  const read = (): boolean => {
    const mark = inText ? '\r\n.\r\n' : '\r\n'
    const end = received.indexOf(mark)
    if (end < 0) return false
    const part = received.slice(0, end)
    received = received.slice(end + mark.length)
    if (inText) {
      inText = false
      taken++
      say('250 Taken')
    } else answer(part)
    return true
  }
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.on('data', (chunk: string) => {
    received += chunk
    while (read());
  })
  say('220 sink')
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.({ port: address.port })
})
process.on('message', () => process.send?.({ taken }))
process.on('disconnect', () => process.exit())
