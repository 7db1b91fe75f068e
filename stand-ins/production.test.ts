import { expect, test } from 'vitest'
import { startKontor } from './kontor.ts'

const onlyProduction = `--import=${new URL('./refuse-dev-packages.ts', import.meta.url).href}`

test('serves the site and the office without development packages', async () => {
  const kontor = await startKontor({ NODE_OPTIONS: onlyProduction })
  try {
    const status = async (path: string) => (await fetch(`${kontor.url}${path}`)).status
    expect(await Promise.all(['/readyz', '/', '/en/', '/login', '/admin'].map(status))).toEqual([
      200, 200, 200, 200, 200,
    ])
  } finally {
    expect(await kontor.stop(), kontor.output()).toBe(0)
  }
}, 240_000)

test('the preload fails an import of a development package', async () => {
  const failing = startKontor({ NODE_OPTIONS: `${onlyProduction} --import=vitest` })
  await expect(failing).rejects.toThrow('imports vitest, which is a development package')
}, 240_000)
