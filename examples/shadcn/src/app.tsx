import { AppChat } from '@/components/antiphon/chat'
import { ShadcnChat } from '@/components/antiphon/shadcn-chat'
import { AppThreads } from '@/components/antiphon/thread-list'

const pages = { chat: AppChat, threads: AppThreads, shadcn: ShadcnChat }

export function App() {
  const name = location.hash.slice(1)
  const Page = name === 'threads' || name === 'shadcn' ? pages[name] : pages.chat
  return (
    <main className="h-dvh">
      <Page />
    </main>
  )
}
