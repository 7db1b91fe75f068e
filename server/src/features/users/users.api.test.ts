import type { User } from '@kontor/contract/users/users.schema'
import argon2 from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { addUser } from '../../testing/users.ts'

const kontor = await startTestApp({ worker: 'off' })
const asAdmin = await kontor.asAdmin()
const password = 'et-passord-av-rett-lengde'
const tooEasy = 'Passordet er for lett å gjette. Bruk flere tilfeldige ord, og ikke navn på bruker eller firma'

let names = 0
const newName = () => `selger-${++names}`

const add = (username = newName()) => addUser(kontor, { username, password })

const logIn = (username: string, typed = password) =>
  kontor.call('POST', '/api/auth/login', { username, password: typed })

const openSession = async (username: string) => {
  const cookie = (await logIn(username)).cookies.find(({ name }) => name === 'kontor_session')
  const headers = { cookie: `kontor_session=${cookie?.value}` }
  return async () => (await kontor.call('GET', '/api/auth/session', undefined, headers)).statusCode
}

describe('POST /api/users', () => {
  it('adds a sales user who can log in, and never returns the password', async () => {
    const answer = await asAdmin('POST', '/api/users', { username: ' Åse Ødegård ', password })
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      username: 'Åse Ødegård',
      role: 'sales',
      isActive: true,
      lastLoginAt: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await logIn('åse ødegård')).statusCode).toBe(200)
  })

  it('takes name and password as a Mac types them, letters apart, for the same', async () => {
    const [username, typed] = ['Ålesund.bruker', 'blåbærsyltetøy på løff']
    const apart = (text: string) => text.normalize('NFD')
    expect((await asAdmin('POST', '/api/users', { username: apart(username), password: typed })).json()).toMatchObject({
      username,
    })
    expect((await asAdmin('POST', '/api/users', { username, password: typed })).statusCode).toBe(409)
    for (const name of [username, apart(username)])
      for (const word of [typed, apart(typed)]) expect((await logIn(name, word)).statusCode).toBe(200)
    const stored = `UPDATE users SET password_hash = $1 WHERE username = $2`
    await kontor.database.pool.query(stored, [await argon2.hash(apart(typed)), username])
    expect((await logIn(username, typed)).statusCode).toBe(200)
  })

  it('rejects passwords that are easy to guess, also for a user that exists', async () => {
    const { id } = await add()
    for (const guessable of ['eksempel-2026-eksempel', 'solveig-strand-2026']) {
      const added = await asAdmin('POST', '/api/users', { username: 'Solveig Strand', password: guessable })
      const changed = await asAdmin('PUT', `/api/users/${id}`, { username: 'Solveig Strand', password: guessable })
      for (const answer of [added, changed])
        expect([answer.statusCode, answer.json()]).toEqual([400, { error: tooEasy, fields: { password: tooEasy } }])
    }
  })

  it('accepts up to 200 characters of any kind', async () => {
    const long = [...'fjelltopp, røyskatt: 😀 '.repeat(9)].slice(0, 200).join('')
    const username = newName()
    expect((await asAdmin('POST', '/api/users', { username, password: long })).statusCode).toBe(200)
    expect((await logIn(username, long)).statusCode).toBe(200)
    const longer = await asAdmin('POST', '/api/users', { username: newName(), password: `${long}x` })
    expect(longer.json()).toMatchObject({ fields: { password: 'Passordet kan ha høyst 200 tegn' } })
  })

  it('rejects a taken name in any case, also under concurrent calls', async () => {
    const name = newName()
    const answers = await Promise.all(
      [name, name.toUpperCase()].map((username) => asAdmin('POST', '/api/users', { username, password })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toEqual({
      error: 'Brukernavnet er i bruk.',
      fields: { username: 'Brukernavnet er i bruk.' },
    })
  })
})

describe('GET /api/users', () => {
  it('lists the users by name in Norwegian order, without passwords', async () => {
    for (const name of ['øystein', 'Zara', 'ærlend', 'ådne']) await add(name)
    const answer = await asAdmin('GET', '/api/users')
    const found = answer.json<{ username: string }[]>().map(({ username }) => username)
    expect(found.filter((name) => /^(?:øy|Za|ær|åd)/.test(name))).toEqual(['Zara', 'ærlend', 'øystein', 'ådne'])
    expect(answer.body).not.toMatch(/argon2|password/i)
  })

  it('returns the last successful login, which does not change the user’s version', async () => {
    const { id, username } = await add()
    const find = async () => (await asAdmin('GET', '/api/users')).json<User[]>().find((user) => user.id === id)
    await logIn(username, 'et-galt-passord')
    const before = await find()
    expect(before).toMatchObject({ lastLoginAt: null, version: 1 })
    await logIn(username)
    expect(await find()).toEqual({ ...before, lastLoginAt: kontor.clock.now().toISOString() })
  })
})

describe('PUT /api/users/{id}', () => {
  it('keeps absent fields, and ends the sessions after a new password, which alone logs in', async () => {
    const { id, username } = await add()
    const renamed = newName()
    const answer = await asAdmin('PUT', `/api/users/${id}`, { username: renamed })
    expect(answer.json()).toMatchObject({ id, username: renamed, isActive: true, version: 2 })
    expect((await logIn(username)).statusCode).toBe(401)
    const status = await openSession(renamed)
    expect(await status()).toBe(200)
    await asAdmin('PUT', `/api/users/${id}`, { password: 'et-helt-annet-passord' })
    expect(await status()).toBe(401)
    expect((await logIn(renamed)).statusCode).toBe(401)
    expect((await logIn(renamed, 'et-helt-annet-passord')).statusCode).toBe(200)
  })

  it('ends the sessions of a deactivated user for good, who cannot log in until reactivated', async () => {
    const { id, username } = await add()
    const status = await openSession(username)
    await asAdmin('PUT', `/api/users/${id}`, { isActive: false })
    expect(await status()).toBe(401)
    expect((await logIn(username)).json()).toEqual({ error: 'Invalid username or password' })
    await asAdmin('PUT', `/api/users/${id}`, { isActive: true })
    expect(await status()).toBe(401)
    expect((await logIn(username)).statusCode).toBe(200)
  })

  it('rejects a taken name, a short password and an invalid id', async () => {
    const [one, other] = [await add(), await add()]
    expect((await asAdmin('PUT', `/api/users/${one.id}`, { username: other.username })).statusCode).toBe(409)
    expect((await asAdmin('PUT', `/api/users/${one.id}`, { password: 'kort' })).statusCode).toBe(400)
    for (const id of ['0', '-1', '1.5', 'x', '99999999999']) {
      const answer = await asAdmin('PUT', `/api/users/${id}`, { isActive: true })
      expect(answer.json()).toEqual({ error: 'Ugyldig id', fields: { id: 'Ugyldig id' } })
    }
  })
})

describe('DELETE /api/users/{id}', () => {
  it('deletes the user and ends the sessions', async () => {
    const { id, username } = await add()
    const status = await openSession(username)
    expect((await asAdmin('DELETE', `/api/users/${id}`)).statusCode).toBe(204)
    expect(await status()).toBe(401)
    expect((await logIn(username)).statusCode).toBe(401)
  })
})
