import { Transcript } from '@antiphon/ui'
import Link from 'next/link'

/** Stands for a row of a database: the messages as they went over the wire. */
const load = async () => [
  { role: 'user', content: 'What is the capital of Norway?' },
  { role: 'assistant', content: '**Oslo** is the capital of Norway.', finishReason: 'stop' },
]

export default async function Page() {
  return (
    <main>
      <Transcript messages={await load()} />
      <Link href="/chat">Ask something</Link>
    </main>
  )
}
