import { ThreadsProvider, useThreadSessions } from '@antiphon/threads/react'
import { ThreadList } from '@antiphon/ui/threads'
import { useEffect, useRef, useState } from 'react'
import { Conversation } from './conversation.js'
import { SignIn } from './sign-in.js'
import { configure, threads } from './threads.js'
import { words } from './words.js'

export function Support({ user }: { user: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    configure({
      system: `You are the support of a shop and talk to ${user}. Be brief.`,
      // The card in the transcript says what happened and has Retry. This brings the login to it.
      onError: ({ status }) => status === 401 && dialog.current?.showModal(),
    })
  }, [user])
  return (
    <ThreadsProvider threads={threads}>
      <Threads />
      <dialog ref={dialog} aria-label={words.signIn}>
        {/* Somebody else must not see these conversations. */}
        <SignIn onDone={(name) => (name === user ? dialog.current?.close() : location.reload())} />
      </dialog>
    </ThreadsProvider>
  )
}

function Threads() {
  const sessions = useThreadSessions()
  const [threadId, open] = useState(() => location.hash.slice(1) || sessions.newId())
  // A reload shows the same conversation.
  useEffect(() => history.replaceState(null, '', `#${threadId}`), [threadId])
  const openNew = () => open(sessions.newId())
  return (
    <div className="app">
      <ThreadList currentId={threadId} onOpen={open} onNew={openNew} onCurrentRemoved={openNew} />
      <Conversation key={threadId} threadId={threadId} />
    </div>
  )
}
