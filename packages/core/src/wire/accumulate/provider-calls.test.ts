import { expect, test } from 'vitest'
import { createAccumulator } from './accumulator.js'

/** The events about the call, one row each, and its run in the finished message. */
function read(...fragments: object[]) {
  const told: string[] = []
  const accumulator = createAccumulator({
    onEvent(event) {
      if (event.type === 'tool_call_start') told.push(event.name)
      if (event.type === 'tool_call_delta') told.push(`+${event.arguments}`)
    },
  })
  for (const fragment of fragments)
    accumulator.push({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...fragment }] } }] })
  const { message } = accumulator.finish('done')
  return { told, providerRun: message.tool_calls![0]!.providerRun }
}

const begin = { id: 'a', function: { name: 'search', arguments: '{}' }, providerRun: {} }
const piece = (text: string) => ({ type: 'text', text })

test('a result of a call of the provider, and each piece of it, is told without new arguments', () => {
  const { told, providerRun } = read(
    begin,
    { providerRun: { partial: [piece('some')] } },
    { providerRun: { partial: [], result: 'some words' } },
  )
  expect(told).toEqual(['search', '+{}', '+', '+'])
  expect(providerRun).toEqual({ result: 'some words' })
})

test('pieces are kept until the whole is there', () => {
  const pieces = [{ providerRun: { partial: [piece('some')] } }, { providerRun: { isError: true } }]
  expect(read(begin, ...pieces).providerRun).toEqual({ partial: [piece('some')], isError: true })
})

test('a result beside arguments is told once, one before the name of its call not at all', () => {
  const both = { function: { arguments: '{"q":1}' }, providerRun: { result: 'r' } }
  expect(read({ id: 'a', function: { name: 'search' } }, both).told).toEqual(['search', '+{"q":1}'])
  expect(read({ id: 'a', providerRun: { result: 'r' } }).told).toEqual([])
  expect(read({ id: 'a', function: { name: 'search' }, providerRun: {} }).told).toEqual(['search'])
})

test('another field of a call is not told', () => {
  expect(read(begin, { caller: { type: 'direct' } }).told).toEqual(['search', '+{}'])
})
