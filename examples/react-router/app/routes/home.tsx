import { Chat } from '@antiphon/ui'
import { useLoaderData } from 'react-router'

/** Stands for a row of a database: what was said before. */
export function loader() {
  return [
    { role: 'user' as const, content: 'What is the capital of Norway?' },
    {
      role: 'assistant' as const,
      content: '**Oslo** is the capital of Norway.',
      finishReason: 'stop' as const,
    },
  ]
}

export const meta = () => [{ title: 'Chat' }]

export default function Home() {
  const messages = useLoaderData<typeof loader>()
  return <Chat endpoint="/api/v1" model="qwen3" messages={messages} />
}
