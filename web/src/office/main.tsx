import '../platform/zod-without-eval.ts'
import './office.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '../platform/query-client.ts'
import { createOfficeRouter } from './routes.tsx'

// Radix puts a <style> in the page while a dialog is open; the CSP lets it in by this response's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createOfficeRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
