import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../testing/office.tsx'
import { QrCode } from './components/qr-code.tsx'

test('draws the code in black on white, whatever the theme', async () => {
  await mount(<QrCode text="otpauth://totp/Kontor" label="QR-kode" />)
  const { backgroundColor, color } = getComputedStyle(await page.getByRole('img', { name: 'QR-kode' }).findElement())
  expect({ backgroundColor, color }).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' })
})
