import '../office/office.css'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root.')
createRoot(root).render(<Gallery />)
