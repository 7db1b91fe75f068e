import { Gauge, type Registry } from 'prom-client'
import type { PdfRenderer } from './pdf-renderer.ts'

/** Adds the number of queued documents to `/metrics`. */
export const measurePdfs = (metrics: Registry, pdf: Pick<PdfRenderer, 'waiting'>): void => {
  new Gauge({
    name: 'kontor_pdfs_waiting',
    help: 'PDFs that wait to be drawn, by what they are for: a receipt that goes by mail, or a download.',
    labelNames: ['purpose'],
    registers: [metrics],
    collect() {
      for (const [purpose, waiting] of Object.entries(pdf.waiting())) this.set({ purpose }, waiting)
    },
  })
}
