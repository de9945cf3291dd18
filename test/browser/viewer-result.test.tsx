import { readTranscript } from '@antiphon/transcripts'
import { screen } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw, viewport } from './support/demo-page.js'
import { rest } from './support/rest.js'
import { ViewerResult } from '../../apps/workbench/src/viewer/viewer-result.js'

const choice = (index: number, content: string) => ({
  index,
  message: { role: 'assistant', content },
  finish_reason: 'stop',
})

test('further choices of a recorded answer are versions that can be turned to', async () => {
  const { losses: _, ...read } = readTranscript({ choices: [choice(0, 'To sea'), choice(1, 'By land')] })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<ViewerResult name="answer.json" conversations={[read]} problems={[]} />)
  expect(await screen.findByText('To sea')).toBeInTheDocument()
  expect(place.textContent).not.toContain('By land')
  await userEvent.click(screen.getByRole('button', { name: /next version/i }))
  expect(await screen.findByText('By land')).toBeInTheDocument()
  expect(place.textContent).not.toContain('To sea')
  root.unmount()
  place.remove()
})

test('while the rest of a file is being added, nothing can be fixed, taken along or exported without it', async () => {
  const { losses: _, ...read } = readTranscript({ choices: [choice(0, 'To sea')] })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const draw = (isComing: boolean): void =>
    root.render(
      <ViewerResult
        name="answer.json"
        conversations={[read]}
        problems={[]}
        isComing={isComing}
        onContinue={() => {}}
      />,
    )
  const whatActs = { name: /^(continue as|export|download|save)/i }
  draw(true)
  expect(await screen.findByText(/The rest of the file is being added/)).toBeVisible()
  expect(screen.queryAllByRole('button', whatActs)).toEqual([])
  draw(false)
  expect((await screen.findAllByRole('button', whatActs))[0]).toBeVisible()
  expect(place.textContent).not.toContain('The rest of the file')
  root.unmount()
  place.remove()
})

test('a document opens at its beginning, and a log that is being written at its end', async () => {
  const messages = Array.from({ length: 40 }, (_, at) => ({ role: 'user' as const, content: `Line ${at}` }))
  const { losses: _, ...read } = readTranscript(messages)
  for (const isLog of [false, true]) {
    await draw(
      <main style={{ display: 'flex', height: '100dvh' }}>
        <ViewerResult name="a.json" conversations={[read]} problems={[]} isLog={isLog} />
      </main>,
    )
    await rest()
    const { scrollTop, scrollHeight, clientHeight } = viewport()
    expect(scrollHeight).toBeGreaterThan(clientHeight + 400)
    expect(scrollTop).toBeLessThanOrEqual(isLog ? scrollHeight : 0)
    expect(scrollTop).toBeGreaterThanOrEqual(isLog ? scrollHeight - clientHeight - 1 : 0)
  }
})
