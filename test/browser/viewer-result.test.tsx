import { readTranscript } from '@antiphon/formats'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

// The build of the demo replaces this name; here no endpoint of a page is wanted.
Object.assign(globalThis, { SCRIPTED_IN_PAGE: false })
const { ViewerResult } = await import('../../apps/demo/src/viewer/viewer-result.js')

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
  await expect.element(page.getByText('To sea')).toBeInTheDocument()
  expect(place.textContent).not.toContain('By land')
  await page.getByRole('button', { name: /next version/i }).click()
  await expect.element(page.getByText('By land')).toBeInTheDocument()
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
  const whatActs = page.getByRole('button', { name: /^(continue as|export|download|save)/i })
  draw(true)
  await expect.element(page.getByText(/The rest of the file is being added/)).toBeVisible()
  expect(whatActs.all()).toEqual([])
  draw(false)
  await expect.element(whatActs.first()).toBeVisible()
  expect(place.textContent).not.toContain('The rest of the file')
  root.unmount()
  place.remove()
})
