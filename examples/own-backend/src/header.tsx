import { Button } from '@antiphon/ui'
import { ThemeSwitch } from './theme.js'
import { threads } from './threads.js'
import { words } from './words.js'

async function signOut() {
  // Stops answers and stores what is not stored, while the session lasts.
  await threads.close()
  sessionStorage.clear()
  await fetch('/auth/logout', { method: 'POST' })
  location.assign('/')
}

export function Header({ isListOpen, onList }: { isListOpen: boolean; onList: () => void }) {
  return (
    <header className="header">
      <Button className="list-button" aria-expanded={isListOpen} onClick={onList}>
        {words.conversations}
      </Button>
      <h1>{words.title}</h1>
      <ThemeSwitch />
      <Button onClick={() => void signOut()}>{words.signOut}</Button>
    </header>
  )
}
