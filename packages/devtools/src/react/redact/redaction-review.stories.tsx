import { review } from '../../redact/index.js'
import { useState } from 'react'
import type { Story, StoryMeta } from '../../../../ui/src/fixtures/story.js'
import { RedactionReview } from './redaction-review.js'

const meta: StoryMeta = { title: 'App/Redaction review' }
export default meta

const messages = [
  {
    role: 'user',
    content: `cat /home/taavetti/tides.md, key ${['sk', '-proj-'].join('')}a1B2c3D4e5F6g7H8i9J0`,
  },
  { role: 'assistant', content: 'Ask jorinde@tides.org or /home/taavetti/crew.md about the Windjammer.' },
]

function Page({ subject }: { subject: unknown }) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [added, setAdded] = useState<readonly string[]>([])
  const found = review(subject, { texts: added })
  return <RedactionReview review={found} kept={kept} onKept={setKept} added={added} onAdded={setAdded} />
}

export const Findings: Story = { render: () => <Page subject={messages} /> }

export const NothingFound: Story = { name: 'Nothing found', render: () => <Page subject="How deep is it?" /> }
