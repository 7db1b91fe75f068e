import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dropFile } from '../testing/drop-file.ts'
import { chooseFromMenu } from '../testing/list-menu.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

// The server reads each file in a separate process, which starts slowly on a busy machine.
const slowReading = { timeout: 50_000 }

beforeEach(() => logIn('admin'))

for (const [what, address, title] of [
  ['customers', '/admin?tab=customers', 'Importer kunder'],
  ['leads', '/leads', 'Importer leads'],
] as const) {
  test(`${what}: the import reads each column that its help lists`, async () => {
    localStorage.removeItem('importColumns')
    await openOffice(address)
    await chooseFromMenu('Importer')
    const dialog = page.getByRole('dialog', { name: title })
    const help = (await dialog.getByText(/i hvilken som helst rekkefølge/).findElement()).textContent ?? ''
    const headers = /rekkefølge: (.*?)\. Bare/.exec(help)?.[1]?.split(', ') ?? []
    expect(headers.length).toBeGreaterThan(10)
    await dropFile(new File([`${headers.join(';')}\nEksempel AS`], 'hjelp.csv', { type: 'text/csv' }))
    await expect.element(dialog.getByRole('status'), slowReading).toMatchTextContent('Slik blir det')
    await expect.element(dialog).toMatchTextContent(`${headers.length} av ${headers.length} leses`)
    await expect.element(dialog.getByText(/Ukjente kolonner/)).not.toBeInTheDocument()
  })
}
