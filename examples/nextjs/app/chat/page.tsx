import { SupportChat } from './chat'

export default function Page() {
  return <SupportChat />
}
