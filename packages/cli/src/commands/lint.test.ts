import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../main.js'

async function lint(
  args: string[],
  stdin: unknown = '',
): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = []
  const err: string[] = []
  async function* input() {
    yield new TextEncoder().encode(typeof stdin === 'string' ? stdin : JSON.stringify(stdin))
  }
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stdin: input(),
    signal: AbortSignal.timeout(20_000),
  }
  return { code: await run(['lint', ...args], io), out, err }
}

const user = { role: 'user', content: 'When is high tide?' }
const answer = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'tide', arguments: '{}' } }],
}
const result = { role: 'tool', tool_call_id: 'call_1', content: 'At six.' }

describe('antiphon lint', () => {
  test('ends with 0 and says nothing of a clean transcript, a request body of one, and one line by line', async () => {
    const messages = [user, answer, result]
    const clean = { code: 0, out: [], err: [] }
    expect(await lint(['-'], messages)).toEqual(clean)
    expect(
      await lint(['-'], { model: 'm', messages, tools: [{ type: 'function', function: { name: 'tide' } }] }),
    ).toEqual(clean)
    expect(await lint(['-'], messages.map((message) => JSON.stringify(message)).join('\n'))).toEqual(clean)
  })

  test('ends with 2 and one line for each finding: place, severity, rule, what is wrong, what happens, the fix', async () => {
    const { code, out } = await lint(['-'], [user, answer, user])
    expect(code).toBe(2)
    expect(out).toEqual([
      expect.stringMatching(
        /^messages\[1\]\.tool_calls\[0\] error unanswered-call: The call of tide has no result\. OpenAI, .* Fix: Add a result .*\.$/,
      ),
    ])
  })

  test('--json prints them as data, with the edits of the fix', async () => {
    const { code, out } = await lint(['-', '--json'], [user, result])
    expect(code).toBe(2)
    expect(JSON.parse(out.join('\n'))).toMatchObject([
      {
        rule: 'orphan-result',
        where: { message: 1 },
        fix: { edits: [{ op: 'replace', message: 1, with: [] }] },
      },
    ])
  })

  test('--profile says what that endpoint refuses, by id or by base URL, and --model what it says of one model', async () => {
    const messages = [user, answer, result]
    for (const profile of ['mistral', 'https://api.mistral.ai/v1']) {
      expect((await lint(['-', '--profile', profile], messages)).out.join('\n')).toMatch(
        /refused-call-id: .*Mistral/,
      )
    }
    expect((await lint(['-', '--profile', 'deepseek'], messages)).out.join('\n')).toMatch(/reasoning-missing/)
    expect(await lint(['-', '--profile', 'deepseek', '--model', 'deepseek-r1'], messages)).toMatchObject({
      code: 0,
    })
  })

  test('--level leaves out what is milder, and the code follows what is left', async () => {
    const messages = [{ ...user, note: 'mine' }, answer, result]
    expect(await lint(['-'], messages)).toMatchObject({
      code: 2,
      out: [expect.stringMatching(/info local-field/)],
    })
    expect(await lint(['-', '--level', 'warning'], messages)).toMatchObject({ code: 0, out: [] })
  })

  test('a request body is linted as what is about to be sent: with its tools, and not to end with open calls', async () => {
    const body = {
      model: 'm',
      messages: [user, answer],
      tools: [{ type: 'function', function: { name: 'other' } }],
    }
    const { out } = await lint(['-'], body)
    expect(out).toEqual([
      expect.stringMatching(/warning unknown-tool: The tool tide/),
      expect.stringMatching(/error unanswered-call/),
    ])
    expect((await lint(['-'], body.messages)).out).toEqual([expect.stringMatching(/warning unanswered-call/)])
  })

  test('a transcript of another system is read as what it is; one that mixes two is linted as it stands', async () => {
    const voyage = resolve(import.meta.dirname, '../../../../test/fixtures/transcripts/agentkit/voyage.json')
    expect((await lint([voyage])).out.join('\n')).not.toMatch(/unknown-role/)
    const mixed = [user, answer, { role: 'toolResult', toolCallId: 'call_1', content: 'At six.' }]
    expect((await lint(['-'], mixed)).out).toEqual([
      expect.stringMatching(/wrong-role/),
      expect.stringMatching(/result-id-field/),
    ])
  })

  test.each([
    [['-'], '{"messages": [', 'Standard input: '],
    [['-'], '', 'Standard input'],
    [['/nowhere.json'], '', 'There is no file /nowhere.json'],
    [[], '', 'lint takes one file'],
    [['-', '--profile', 'nobody'], '[]', 'There is no provider profile "nobody"'],
    [['-', '--level', 'loud'], '[]', '--level takes'],
    [['-', '--context', 'big'], '[]', '--context takes'],
    [['-', '--from', 'nothing'], '[]', 'nothing'],
  ])('bad input ends with 1 and one line that says what to do: %j', async (args, stdin, said) => {
    const { code, out, err } = await lint(args, stdin)
    expect([code, out, err.length]).toEqual([1, [], 1])
    expect(err[0]).toContain(said)
  })
})
