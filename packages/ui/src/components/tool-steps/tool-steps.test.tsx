import type { ToolMessage, ToolStep } from '@antiphon/core'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { readSteps, ToolSteps } from './tool-steps.js'

const step = (id: string, over: Partial<ToolStep> = {}): ToolStep => ({
  id,
  title: `Step ${id}`,
  state: 'done',
  startedAt: 0,
  durationMs: 1_200,
  ...over,
})

it('lists steps under the step they are part of, each with its state in words and its time', () => {
  render(
    <ToolSteps label="Steps" steps={[step('a'), step('b', { parent: 'a', state: 'error' }), step('c')]} />,
  )
  const [first, inner, last] = screen.getAllByRole('listitem')
  expect(first).toContainElement(inner!)
  expect(inner).toHaveTextContent('Failed: Step b1.2 s')
  expect(within(screen.getByRole('list', { name: 'Step a' })).getAllByRole('listitem')).toEqual([inner])
  expect(last).toHaveTextContent('Done: Step c')
})

it('hides no step, whatever it says its parent is', () => {
  render(
    <ToolSteps
      label="Steps"
      steps={[
        step('a', { parent: 'b' }),
        step('b', { parent: 'a' }),
        step('c', { parent: 'gone' }),
        step('d', { parent: 'd' }),
      ]}
    />,
  )
  for (const id of 'abcd') expect(screen.getAllByText(`Step ${id}`).length).toBeGreaterThan(0)
})

it('reads what is kept with a result, and leaves out what is no step', () => {
  const result = {
    role: 'tool',
    tool_call_id: 'c',
    content: '',
    metadata: { 'antiphon.steps': [step('a'), null, { id: 7 }, 'x'] },
  } satisfies ToolMessage
  expect(readSteps(undefined, result)).toEqual([step('a')])
  expect(readSteps([step('b')], result)).toEqual([step('b')])
  expect(readSteps(undefined, { ...result, metadata: { 'antiphon.steps': 'no' } })).toEqual([])
})
