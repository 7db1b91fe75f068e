import '../platform/zod-without-eval.ts'
import './office.css'
import { norwegianMessage } from '@kontor/contract/shared/messages'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { config } from 'zod'
import { turnOnLive } from '../platform/live.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { createOfficeRouter } from './routes.tsx'

// Radix adds a <style> while a dialog is open, which the CSP allows only with this response's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

// Uses the same Norwegian validation messages as the server.
config({ localeError: norwegianMessage })

turnOnLive()

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createOfficeRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
