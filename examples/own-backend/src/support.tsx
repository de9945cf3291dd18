import { ThreadsProvider } from '@antiphon/threads/react'
import { ThreadList } from '@antiphon/threads/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { session } from './call-server.js'
import { Conversation } from './conversation.js'
import { Header } from './header.js'
import { SignIn } from './sign-in.js'
import { threads } from './threads.js'
import { words } from './words.js'

export function Support({ user }: { user: string }) {
  const queries = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const [threadId, show] = useState(() => location.hash.slice(1) || threads.newId())
  const [isListOpen, setListOpen] = useState(false)
  // A reload shows the same conversation, and Back the one before.
  useEffect(() => history.replaceState(null, '', `#${threadId}`), [threadId])
  useEffect(() => {
    const follow = () => show(location.hash.slice(1) || threads.newId())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    session.renew = () =>
      new Promise((resolve) => {
        dialog.current?.addEventListener('close', () => resolve(), { once: true })
        if (!dialog.current?.open) dialog.current?.showModal()
      })
  }, [])
  const open = (id: string) => {
    location.hash = id
    setListOpen(false)
  }
  const openNew = () => open(threads.newId())
  const signedIn = () => {
    dialog.current?.close()
    // At once what was refused: the list, and storing the conversation.
    void queries.invalidateQueries()
    void threads.get(threadId)?.saver.flush()
  }
  return (
    <ThreadsProvider threads={threads}>
      <div className="app" data-list={isListOpen ? 'open' : undefined}>
        <Header isListOpen={isListOpen} onList={() => setListOpen(!isListOpen)} />
        <ThreadList
          className="list"
          currentId={threadId}
          onOpen={open}
          onNew={openNew}
          onCurrentRemoved={openNew}
          hrefOf={(id) => `#${id}`}
        />
        <Conversation key={threadId} threadId={threadId} />
      </div>
      <dialog ref={dialog} className="dialog" aria-label={words.signIn}>
        <SignIn user={user} onDone={signedIn} />
      </dialog>
    </ThreadsProvider>
  )
}
