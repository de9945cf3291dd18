import { lazy, Suspense, useState } from 'react'

const Drawer = lazy(() => import('./drawer.js'))
const corner = { position: 'fixed', inset: 'auto 1rem 1rem auto' } as const

/** The page that was there before, and a button. It imports nothing of the kit. */
export function App() {
  // Undefined until the first press.
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <h1>A bicycle workshop</h1>
      <p>Canal Street 4, open from 9 to 18.</p>
      {isOpen !== undefined && (
        <Suspense>
          <Drawer isOpen={isOpen} />
        </Suspense>
      )}
      <button style={corner} aria-expanded={isOpen ?? false} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Ask us'}
      </button>
    </>
  )
}
