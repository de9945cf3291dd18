import { defineTool, type JsonSchema } from '@antiphon/core'
import { render, screen } from '@testing-library/react'
import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { Transcript } from '../transcript/transcript.js'
import { toolRenderer, type ToolRendererProps } from './tool-renderers.js'

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
  expectTypeOf<ToolRendererProps<typeof pick>['input']>().toEqualTypeOf<{ ask: string } | undefined>()
  expectTypeOf<ToolRendererProps['input']>().toEqualTypeOf<unknown>()
})
