import { useState } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { ToolQuestion, type ToolQuestionProps } from './tool-question.js'

const meta: StoryMeta = { title: 'Tools/Question' }
export default meta

function Ask(props: Pick<ToolQuestionProps, 'question'>) {
  const [since] = useState(() => Date.now() - 12_000)
  return <ToolQuestion since={since} onAnswer={() => Promise.resolve([])} {...props} />
}

const form = (properties: object, required: string[] = []): ToolQuestionProps['question'] => ({
  type: 'form',
  from: 'Table depot',
  message: 'There is a table at the window. Who comes, and when?',
  schema: { type: 'object', properties, required },
})

export const Form: Story = {
  render: () => (
    <Ask
      question={form(
        {
          name: { type: 'string', title: 'Name', description: 'As it stands on the card.', maxLength: 80 },
          seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 8, default: 2 },
          day: { type: 'string', title: 'Day', format: 'date' },
          room: {
            type: 'string',
            title: 'Room',
            oneOf: [
              { const: 'in', title: 'Inside' },
              { const: 'out', title: 'Terrace' },
            ],
          },
          diets: {
            type: 'array',
            title: 'Diets',
            items: { type: 'string', enum: ['vegan', 'no nuts', 'no gluten'] },
          },
          note: { type: 'string', title: 'Note', maxLength: 500 },
          window: { type: 'boolean', title: 'At the window', default: true },
        },
        ['name', 'seats'],
      )}
    />
  ),
}

/** The name is all that is wanted. */
export const OneField: Story = {
  render: () => <Ask question={form({ name: { type: 'string', title: 'Name' } }, ['name'])} />,
}

export const Page: Story = {
  render: () => (
    <Ask
      question={{
        type: 'page',
        from: 'Table depot',
        message: 'The deposit is paid on a page of the bank.',
        url: 'https://pay.xn--pfel-koa.example/deposit?table=4&from=2026-11-24T19:00:00Z&state=c2Vzc2lvbi0x',
        isDoneThere: true,
      }}
    />
  ),
}

/** Signs that nobody sees are shown. */
export const Tricks: Story = {
  render: () => (
    <Ask
      question={{
        ...form({ a: { type: 'string', title: 'Na\u202eme' } }),
        from: 'Bank\u202eknaB',
        message: `Say yes.${'\n'.repeat(40)}It sends all your files.`,
      }}
    />
  ),
}
