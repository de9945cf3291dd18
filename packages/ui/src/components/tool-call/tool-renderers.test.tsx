import { defineTool, type JsonSchema } from '@antiphon/core'
import { render, screen, within } from '@testing-library/react'
import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { german } from '../../strings/german.js'
import { Transcript } from '../transcript/transcript.js'
import { storyCall } from '../../fixtures/story-calls.js'
import { ToolCallView } from './tool-call.js'
import { toolRenderer, type ToolRendererProps } from './tool-renderers.js'
import '../../testing/late-parts.js'

const weather = defineTool({
  name: 'weather',
  description: '',
  parameters: z.object({ city: z.string(), days: z.number().default(1) }),
  execute: async ({ city, days }) => ({ city, degrees: 4 * days }),
})

function Forecast({ input, details }: ToolRendererProps<typeof weather>) {
  expectTypeOf(input).toEqualTypeOf<{ city: string; days?: number | undefined } | undefined>()
  expectTypeOf(details).toEqualTypeOf<{ city: string; degrees: number } | undefined>()
  return (
    <p>
      {input?.city}: {details?.degrees ?? '…'}
    </p>
  )
}

const thread = (result: boolean) => [
  { role: 'user', content: 'Weather?' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
  },
  ...(result
    ? [{ role: 'tool', tool_call_id: 'c', content: '{}', details: { city: 'Oslo', degrees: 4 } }]
    : []),
]

it('a view made for a tool is given its arguments and the value of its result, with their types', () => {
  const toolRenderers = toolRenderer(weather, Forecast)
  const { rerender } = render(<Transcript messages={thread(false)} toolRenderers={toolRenderers} />)
  expect(screen.getByText('Oslo: …')).toBeInTheDocument()
  rerender(<Transcript messages={thread(true)} toolRenderers={toolRenderers} />)
  expect(screen.getByText('Oslo: 4')).toBeInTheDocument()
})

it('the types follow results with content, schemas as data, and tools without execute', () => {
  const schema: JsonSchema<{ path: string }> = { type: 'object' }
  const read = defineTool({
    name: 'read',
    description: '',
    parameters: schema,
    execute: () => ({ content: 'text', details: { lines: 3 } }),
  })
  const say = defineTool({ name: 'say', description: '', parameters: z.object({}), execute: () => 'words' })
  const pick = defineTool({ name: 'pick', description: '', parameters: z.object({ ask: z.string() }) })
  expectTypeOf<ToolRendererProps<typeof read>['input']>().toEqualTypeOf<{ path: string } | undefined>()
  expectTypeOf<ToolRendererProps<typeof read>['details']>().toEqualTypeOf<{ lines: number } | undefined>()
  expectTypeOf<ToolRendererProps<typeof say>['details']>().toEqualTypeOf<undefined>()
  expectTypeOf<ToolRendererProps<typeof pick>['input']>().toEqualTypeOf<{ ask: string }>()
  expectTypeOf<ToolRendererProps['input']>().toEqualTypeOf<unknown>()
})

it('a view of any tool serves several, and its props are those of each', () => {
  const orders = defineTool({ name: 'orders', description: '', parameters: z.object({ day: z.string() }) })
  const State = ({ call, name }: ToolRendererProps) => (
    <p>
      {name}: {call.state}
    </p>
  )
  const toolRenderers = { ...toolRenderer(weather, State), ...toolRenderer(orders, State) }
  expectTypeOf<ToolRendererProps<typeof weather>>().toExtend<ToolRendererProps>()
  expectTypeOf<ToolRendererProps<typeof weather>>().not.toExtend<ToolRendererProps<typeof orders>>()
  render(<Transcript messages={thread(true)} toolRenderers={toolRenderers} />)
  expect(screen.getByText('weather: done')).toBeInTheDocument()
})

const titled: typeof weather = {
  ...weather,
  title: ({ city }: { city?: string }, locale: string) =>
    locale === 'de' ? `Wetter in ${city ?? 'der Stadt'}` : `Weather in ${city ?? 'town'}`,
}

it('a row says the title of its tool, made of arguments and language, and the name where there is none', () => {
  const table = toolRenderer(titled, Forecast)
  const { rerender } = render(<Transcript messages={thread(true)} toolRenderers={table} />)
  expect(screen.getByRole('button', { name: /Weather in Oslo/ })).toBeVisible()
  rerender(<Transcript messages={thread(true)} toolRenderers={table} strings={german} locale="de" />)
  expect(screen.getByRole('button', { name: /Wetter in Oslo/ })).toBeVisible()
  const broken = {
    weather: {
      View: Forecast as never,
      title: () => {
        throw new Error('no')
      },
    },
  }
  rerender(<Transcript messages={thread(true)} toolRenderers={broken} />)
  expect(screen.getByRole('button', { name: /Done weather/ })).toBeVisible()
})

it('a view is given the title too', () => {
  const Named = ({ name, title }: ToolRendererProps) => (
    <p>
      {name} is {title}
    </p>
  )
  const table = toolRenderer(titled, Named, { present: 'card' })
  render(<Transcript messages={thread(true)} toolRenderers={table} />)
  expect(screen.getByText('weather is Weather in Oslo')).toBeVisible()
})

it('a card stands outside of the fold, alone and in a group; the fold keeps arguments and result', () => {
  const toolRenderers = toolRenderer(titled, Forecast, { present: 'card' })
  const [question, answer, result] = thread(true) as [object, { tool_calls: object[] }, object]
  const { rerender } = render(
    <Transcript messages={[question, answer, result]} toolRenderers={toolRenderers} />,
  )
  expect(screen.getByText('Oslo: 4')).toBeVisible()
  const row = screen.getByRole('button', { name: /Weather in Oslo/ })
  expect(row).toHaveAttribute('aria-expanded', 'false')
  expect(document.getElementById(row.getAttribute('aria-controls')!)).not.toHaveTextContent('Oslo: 4')

  const second = { id: 'd', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } }
  const both = { ...answer, tool_calls: [...answer.tool_calls, second] }
  const sunny = { role: 'tool', tool_call_id: 'd', content: '{}', details: { city: 'Rome', degrees: 20 } }
  rerender(<Transcript messages={[question, both, result, sunny]} toolRenderers={toolRenderers} />)
  expect(screen.getByRole('button', { name: /parallel/i })).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByText('Oslo: 4')).toBeVisible()
  expect(screen.getByText('Rome: 20')).toBeVisible()
  const cards = [...document.querySelectorAll('[data-slot=tool-card]')].map((card) => card.textContent)
  expect(cards).toEqual(['Weather in OsloOslo: 4', 'Weather in RomeRome: 20'])
})

it('a call that failed has no card', () => {
  const toolRenderers = toolRenderer(titled, Forecast, { present: 'card' })
  const failed = [...thread(false), { role: 'tool', tool_call_id: 'c', content: 'No.', isError: true }]
  render(<Transcript messages={failed} toolRenderers={toolRenderers} />)
  expect(screen.queryByText(/Oslo: /)).toBeNull()
})

it('the progress of a running call is seen without opening its row', () => {
  const call = storyCall('weather', { city: 'Oslo' }, { state: 'running' })
  render(
    <ToolCallView call={call} live={{ state: 'running', startedAt: 0, progress: 0.7, words: 'Reading' }} />,
  )
  const row = screen.getByRole('button')
  expect(row).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '70')
  expect(screen.getAllByText('Reading')[0]).toBeVisible()
  expect(within(row).queryByRole('progressbar')).toBeNull()
})
