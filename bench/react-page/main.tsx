import { createRoot } from 'react-dom/client'

// The smallest React page that asks for an e-mail.
createRoot(document.getElementById('root') as HTMLElement).render(
  <label>
    E-mail <input autoComplete="username" />
  </label>,
)
