import { ChatKit, useChatKit } from '@openai/chatkit-react'
import { useState } from 'react'

interface Question {
  berth: string
  answer(isAllowed: boolean): void
}

interface Props {
  book(berth: string): Promise<{ berth: string; until: string }>
}

/** The page loads https://cdn.platform.openai.com/deployments/chatkit/chatkit.js beforehand. */
export function Assistant({ book }: Props) {
  const [question, setQuestion] = useState<Question>()
  const [problem, setProblem] = useState('')
  const ask = (berth: string) =>
    new Promise<boolean>((resolve) => {
      const answer = (isAllowed: boolean) => {
        setQuestion(undefined)
        resolve(isAllowed)
      }
      setQuestion({ berth, answer })
    })
  const { control } = useChatKit({
    api: { url: '/chatkit', domainKey: 'domain_pk_…' },
    startScreen: {
      greeting: 'The harbour desk',
      prompts: [{ label: 'A berth', prompt: 'A berth for tonight, please.' }],
    },
    onClientTool: async ({ name, params }) => {
      if (name !== 'book_berth') return { error: 'There is no such tool.' }
      const berth = String(params['berth'])
      if (!(await ask(berth))) return { error: 'The guest said no.' }
      return { ...(await book(berth)) }
    },
    onError: ({ error }) => setProblem(error.message),
  })
  return (
    <main style={{ height: '100dvh' }}>
      {problem && <p role="alert">{problem}</p>}
      {question && (
        <dialog open>
          Book berth {question.berth}?<button onClick={() => question.answer(true)}>Allow</button>
          <button onClick={() => question.answer(false)}>Deny</button>
        </dialog>
      )}
      <ChatKit control={control} style={{ height: '100%' }} />
    </main>
  )
}
