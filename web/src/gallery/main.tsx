import './gallery.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../platform/query-client.ts'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root.')
createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    <Gallery />
  </QueryClientProvider>,
)
