import { createRoot } from 'react-dom/client'
import './office.css'

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root.')
createRoot(root).render(<p>Kontor</p>)
