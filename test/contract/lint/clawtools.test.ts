import { clawtoolsRules, fixTranscript, lintTranscript } from '@antiphon/lint'
import { expect, test } from 'vitest'
import { call, calling, result, user } from './rule-example.js'

const rules = clawtoolsRules
const good = [
  user,
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'toolCall', id: 'a', name: 'tide', arguments: { bay: 1 } },
    ],
  },
  {
    role: 'toolResult',
    toolCallId: 'a',
    toolName: 'tide',
    content: [{ type: 'text', text: 'six' }],
    isError: false,
  },
]

test('a transcript in the shape of clawtools has none of its common mistakes', () => {
  expect(lintTranscript(good, undefined, { rules })).toEqual([])
})

test.each([
  ['row 1, role tool', 'clawtools-role', 'messages[2].role', [good[0], good[1], result('a')]],
  [
    'row 2, tool_result in a message of the user',
    'clawtools-result-block',
    'messages[2].content[0]',
    [
      good[0],
      good[1],
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'six' }] },
    ],
  ],
  [
    'row 3, tool_use',
    'clawtools-call-block',
    'messages[1].content[1]',
    [
      good[0],
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a', name: 'tide', input: { bay: 1 } },
        ],
      },
      good[2],
    ],
  ],
  [
    'row 4, tool_calls at top level',
    'clawtools-call-list',
    'messages[1].tool_calls',
    [good[0], { ...calling(call('a', {}, '{"bay":1}')), content: 'I look.' }, good[2]],
  ],
])('clawtools: %s, is found and mended', (_, rule, path, wrong) => {
  const findings = lintTranscript(wrong, undefined, { rules })
  expect(findings).toMatchObject([{ rule, path, severity: 'error' }])
  expect(fixTranscript(wrong, findings, undefined, { rules }).messages).toEqual(good)
})

test('a whole OpenAI array becomes one of clawtools, and the rules of the kit take it back', () => {
  const wire = [user, { ...calling(call('a', {}, '{"bay":1}')), content: 'I look.' }, result('a')]
  const names = rules.map(({ name }) => name)
  expect(fixTranscript(wire, names, undefined, { rules }).messages).toEqual(good)
  const back = fixTranscript(good, lintTranscript(good)).messages
  expect(
    lintTranscript(fixTranscript(back, lintTranscript(back)).messages).filter(
      (one) => one.severity === 'error',
    ),
  ).toEqual([])
})
