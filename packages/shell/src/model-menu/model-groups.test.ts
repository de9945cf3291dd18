import type { ModelInfo } from '@antiphon/providers'
import { expect, test } from 'vitest'
import { familyOf, modelGroups, type ModelGroupsOptions } from './model-groups.js'

const ids = [
  'gpt-4o',
  'gpt-4o-mini',
  'o4-mini',
  'qwen3:8b',
  'qwen3:32b',
  'meta-llama/llama-3.1',
  'meta-llama/llama-3.3',
]
const models: ModelInfo[] = ids.map((id) => ({
  id,
  description: id === 'o4-mini' ? 'Thinks fast.' : undefined,
}))
const words = { recent: 'Recent', all: 'All', others: 'Others' }
const connect = { id: 'connect', label: 'Connect', run: () => {} }

const shown = (options: Partial<ModelGroupsOptions> = {}) =>
  modelGroups({
    models,
    typed: '',
    used: 'gpt-4o',
    recents: [],
    actions: [connect],
    words,
    ...options,
  }).groups.map(({ id, label, lines }) => [label ?? id, ...lines.map((line) => line.id)])

test('what is used and was used stands first, then families, those of one member together, what can be done last', () => {
  expect(shown({ recents: ['qwen3:8b', 'gone', 'gpt-4o'] })).toEqual([
    ['Recent', 'gpt-4o', 'qwen3:8b'],
    ['gpt', 'gpt-4o', 'gpt-4o-mini'],
    ['qwen', 'qwen3:8b', 'qwen3:32b'],
    ['meta-llama', 'meta-llama/llama-3.1', 'meta-llama/llama-3.3'],
    ['Others', 'o4-mini'],
    ['actions', 'connect'],
  ])
})

test('a model in use alone is no list of models used last', () => {
  expect(shown()[0]).toEqual(['gpt', 'gpt-4o', 'gpt-4o-mini'])
})

test('typing looks into ids and descriptions, and offers what was typed unless it is one of them', () => {
  expect(shown({ typed: 'MINI 4o' })).toEqual([
    ['all', 'gpt-4o-mini'],
    ['actions', 'MINI 4o', 'connect'],
  ])
  expect(shown({ typed: 'thinks' })[0]).toEqual(['all', 'o4-mini'])
  expect(shown({ typed: 'gpt-4o' }).at(-1)).toEqual(['actions', 'connect'])
})

test('a short list stands in one piece, and no list leaves what can be done', () => {
  expect(shown({ models: models.slice(0, 2) })).toEqual([
    ['all', 'gpt-4o', 'gpt-4o-mini'],
    ['actions', 'connect'],
  ])
  expect(shown({ models: [] })).toEqual([['actions', 'connect']])
})

test('names without a version are no families: those of a server stand below its name', () => {
  const scripts = ['one-tool', 'one-tool-fails', 'length', 'length-tool', 'stall', 'answer', 'refusal']
  const listed = [...scripts.map((id): ModelInfo => ({ id, ownedBy: 'antiphon' })), ...models]
  expect(shown({ models: listed, used: '', actions: [] })).toEqual([
    ['antiphon', ...scripts],
    ['gpt', 'gpt-4o', 'gpt-4o-mini'],
    ['qwen', 'qwen3:8b', 'qwen3:32b'],
    ['meta-llama', 'meta-llama/llama-3.1', 'meta-llama/llama-3.3'],
    ['Others', 'o4-mini'],
  ])
})

test('a family is the maker in front of a slash, or the letters that an id begins with', () => {
  expect(
    ['gpt-4o', 'mistralai/Mixtral-8x7B', 'qwen3:8b', '4o'].map((id) => familyOf({ id, ownedBy: 'x' })),
  ).toEqual(['gpt', 'mistralai', 'qwen', 'x'])
})
