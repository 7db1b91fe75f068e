import { expect, test } from 'vitest'
import { deviceName } from './session.devices.rules.ts'

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`, 'Chrome på Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/142.0.0.0`, 'Edge på Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 OPR/124.0.0.0`, 'Opera på Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox på Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.5 Safari/605.1.15`, 'Safari på Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${apple} Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari på iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${apple} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome på iPad',
  ],
  [`Mozilla/5.0 (Linux; Android 15; K) ${blink} Mobile Safari/537.36`, 'Chrome på Android'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet på Android',
  ],
  ['curl/8.5.0', 'Ukjent enhet'],
  [null, 'Ukjent enhet'],
])('names the device of %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
