import { Chat } from '@antiphon/ui'

export default function Page() {
  return <Chat endpoint="/api/v1" model="qwen3" />
}
