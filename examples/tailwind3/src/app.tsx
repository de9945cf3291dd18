import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'

export function App() {
  return (
    <main className="flex h-dvh flex-col bg-slate-100">
      <h1 className="p-4 text-xl font-bold text-slate-900">Support</h1>
      <div className="min-h-0 flex-1">
        <Chat endpoint="http://localhost:11434/v1" model="qwen3" />
      </div>
    </main>
  )
}
