import { describe, expect, it } from 'vitest'
import { unknownPart } from '../../message/content.js'
import type { AssistantMessage, ContentPart, Message, ToolMessage } from '../../message/types.js'
import { prepareRequestMessages } from './messages.js'
import type { Adjustment, RequestPolicy } from './types.js'

const user: Message = { role: 'user', content: 'q' }
const call = (id: string, text = '{}', name = 'find') => ({
  id,
  type: 'function' as const,
  function: { name, arguments: text },
})
const answer = (over: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: 'assistant',
  content: '',
  ...over,
})
const result = (id: string, content: ToolMessage['content'] = 'ok'): ToolMessage => ({
  role: 'tool',
  tool_call_id: id,
  content,
})
const image = (url: string): ContentPart => ({ type: 'image_url', image_url: { url } })
const dataImage = image('data:image/png;base64,AA==')

function send(messages: readonly Message[], policy?: RequestPolicy) {
  const adjustments: Adjustment[] = []
  const sent = prepareRequestMessages(messages, policy, (rule, where, before, after) =>
    adjustments.push({ rule, where, before, after }),
  )
  return { sent, adjustments, rules: adjustments.map(({ rule }) => rule) }
}
const roles = (messages: readonly Message[], policy?: RequestPolicy) =>
  send(messages, policy).sent.map((m) => (typeof m.content === 'string' ? `${m.role}: ${m.content}` : m.role))

describe('system messages', () => {
  const thread: Message[] = [
    { role: 'system', content: 'one' },
    { role: 'developer', content: 'two' },
    user,
    { role: 'system', content: 'late' },
  ]

  it('docs/wire 1.1: several / late system messages: leading ones are one message, a late one stays by default', () => {
    expect(roles(thread)).toEqual(['system: one\n\ntwo', 'user: q', 'system: late'])
    expect(send(thread).adjustments).toEqual([
      { rule: 'system_merged', where: 'messages[1]', before: 'two', after: 'two' },
    ])
  })

  it('docs/wire 1.1: several / late system messages: a late one joins the first, or makes one, where only one is taken', () => {
    expect(roles(thread, { lateSystem: 'merge' })).toEqual(['system: one\n\ntwo\n\nlate', 'user: q'])
    const headless = thread.slice(2)
    expect(roles([...headless, ...headless], { lateSystem: 'merge' })).toEqual([
      'system: late\n\nlate',
      'user: q',
      'user: q',
    ])
    expect(send(headless, { lateSystem: 'merge' }).rules).toEqual(['system_merged'])
  })

  it('docs/wire 1.1: several / late system messages: a late one is said by the user where the policy asks for it', () => {
    const { sent, rules } = send(thread, { lateSystem: 'user' })
    expect(sent.at(-1)).toEqual({ role: 'user', content: '[System message]\nlate' })
    expect(rules).toEqual(['system_merged', 'system_as_user'])
  })

  it('docs/wire 1.1: role "developer" is system on the wire unless the policy says developer, and never both at once', () => {
    const developer: Message[] = [{ role: 'developer', content: 'be brief' }, user]
    expect(send(developer).sent[0]).toEqual({ role: 'system', content: 'be brief' })
    const policy = { developerRole: 'developer' } as const
    expect(send(developer, policy).sent[0]).toEqual({ role: 'developer', content: 'be brief' })
    expect(roles(thread, policy)[0]).toBe('developer: one\n\ntwo')
  })

  it('an empty one stays: templates put their own words where there is none', () => {
    expect(roles([{ role: 'system', content: '' }, user])).toEqual(['system: ', 'user: q'])
  })
})

describe('what the user said', () => {
  const parts: ContentPart[] = [
    { type: 'text', text: 'look ' },
    dataImage,
    unknownPart({ type: 'video_url', video_url: { url: 'v' }, fps: 2 }),
  ]

  it('docs/wire 1.3: user parts go verbatim, unknown types and keys too', () => {
    const { sent, rules } = send([{ role: 'user', content: parts }])
    expect(sent).toEqual([{ role: 'user', content: parts }])
    expect(rules).toEqual([])
  })

  it('docs/wire 1.3: user parts that the server does not take become text that names them, and that is reported', () => {
    const { sent, adjustments } = send([{ role: 'user', content: parts }], {
      userParts: ['text', 'image_url'],
    })
    expect(sent).toEqual([
      { role: 'user', content: [parts[0], parts[1], { type: 'text', text: '[video_url]' }] },
    ])
    expect(adjustments).toEqual([
      { rule: 'part_as_text', where: 'messages[0].content[2]', before: 'video_url', after: '[video_url]' },
      { rule: 'part_keys', where: 'messages[0].content[2]', before: ['fps'], after: undefined },
    ])
    expect(send([{ role: 'user', content: parts }], { userParts: [] })).toMatchObject({
      sent: [{ role: 'user', content: 'look [image][video_url]' }],
      rules: ['part_as_text', 'part_as_text', 'part_keys'],
    })
  })

  it('docs/wire 1.3: image URL kind: where images must be data, a remote one becomes text with its address', () => {
    const content = [image('https://a.test/1.png'), dataImage]
    const { sent, rules } = send([{ role: 'user', content }], { imageUrls: 'dataOnly' })
    expect(sent).toEqual([
      { role: 'user', content: [{ type: 'text', text: '[image: https://a.test/1.png]' }, dataImage] },
    ])
    expect(rules).toEqual(['part_as_text'])
    const bare = [{ type: 'image_url', image_url: 'https://a.test/2.png' } as never]
    expect(roles([{ role: 'user', content: bare }], { imageUrls: 'dataOnly' })).toEqual([
      'user: [image: https://a.test/2.png]',
    ])
  })

  it('docs/wire 1.3: content array vs string: an array of texts is a string on the wire', () => {
    const content: ContentPart[] = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    expect(send([{ role: 'user', content }])).toMatchObject({
      sent: [{ role: 'user', content: 'ab' }],
      rules: [],
    })
  })

  it('docs/wire 1.3: name on user/system/assistant does not leave', () => {
    const named = { name: 'ann' }
    const sent = prepareRequestMessages([
      { role: 'system', content: 's', ...named },
      { ...user, ...named },
      { ...answer({ content: 'a' }), ...named },
    ])
    expect(JSON.stringify(sent)).not.toContain('ann')
  })
})

describe('an answer of an earlier turn', () => {
  it.each([
    [undefined, null],
    ['' as const, ''],
  ])(
    'docs/wire 1.3: assistant content on tool turns: the key is always there, for %j as %j',
    (emptyContent, content) => {
      const { sent } = send([user, answer({ tool_calls: [call('a')] }), result('a')], { emptyContent })
      expect(sent[1]).toMatchObject({ role: 'assistant', content })
    },
  )

  it('docs/wire 1.3: assistant content on tool turns is never white space alone, which some servers refuse', () => {
    const { sent } = send([user, answer({ content: '\n\n', tool_calls: [call('a')] }), result('a')])
    expect(sent[1]).toMatchObject({ content: null })
  })

  it('docs/wire 1.3: an empty assistant turn (no text, no calls) is left out and reported, thoughts or not', () => {
    const thread = [user, answer({ reasoning: 'hm', isError: true }), user]
    const { sent, adjustments } = send(thread, { reasoning: { turns: 'all', field: 'thinkTags' } })
    expect(sent).toEqual([user, user])
    expect(adjustments).toEqual([{ rule: 'empty_turn', where: 'messages[1]', before: '', after: undefined }])
  })

  it.each<[string, Partial<AssistantMessage>, string]>([
    ['a refusal', { refusal: 'I cannot.' }, 'I cannot.'],
    ['what it spoke', { audio: { transcript: 'Hello.' } }, 'Hello.'],
    ['a word for each image it made', { images: [dataImage, dataImage] }, '[image][image]'],
  ])('goes as text when it said nothing but %s', (_, over, content) => {
    const { sent, rules } = send([user, answer(over)])
    expect(sent[1]).toEqual({ role: 'assistant', content })
    expect(rules).toEqual(['answer_as_text'])
  })

  it('has its pictures in the next question, where the server takes them from a user', () => {
    const thread = [
      user,
      answer({ content: 'A cat.', images: [dataImage, dataImage] }),
      user,
      answer({ content: 'ok' }),
      user,
    ]
    const { sent, adjustments } = send(thread)
    const title = { type: 'text', text: 'Images in the answer before:' }
    expect(sent.map(({ content }) => content)).toEqual([
      'q',
      'A cat.',
      [title, dataImage, dataImage, { type: 'text', text: 'q' }],
      'ok',
      'q',
    ])
    expect(adjustments).toEqual([
      { rule: 'answer_images', where: 'messages[2]', before: undefined, after: 2 },
    ])
    expect(send(thread, { userParts: ['text'] }).rules).toEqual(['message_keys'])
  })

  it('has only the pictures of the last answer that has some sent, and names those of older ones', () => {
    const cat = answer({ content: 'A cat.', images: [dataImage, dataImage] })
    const dog = answer({ content: 'A dog.', images: [dataImage] })
    const { sent, adjustments } = send([user, cat, user, dog, user, answer({ content: 'ok' }), user])
    const named = { type: 'text', text: 'Images in the answer before: 2, not sent again.' }
    const q = { type: 'text', text: 'q' }
    expect([sent[2], sent[4], sent[6]].map((one) => one?.content)).toEqual([
      [named, q],
      [{ type: 'text', text: 'Images in the answer before:' }, dataImage, q],
      'q',
    ])
    expect(adjustments).toEqual([
      { rule: 'older_images', where: 'messages[1]', before: 2, after: named.text },
      { rule: 'answer_images', where: 'messages[4]', before: undefined, after: 1 },
    ])
  })

  it('is sent as a text of its own where the server takes no such picture', () => {
    const remote = [user, answer({ images: [image('https://a.example/b.png')] }), user]
    expect(send(remote, { imageUrls: 'dataOnly' }).sent[2]).toEqual(user)
  })
})

describe('the order of turns', () => {
  const toolTurn = [answer({ tool_calls: [call('a')] }), result('a')]

  it('docs/wire 1.3: user right after tool: an assistant bridge stands between where the order is refused', () => {
    const policy = { bridgeAfterTool: 'Done.' }
    expect(roles([user, ...toolTurn, user], policy)).toEqual([
      'user: q',
      'assistant',
      'tool: ok',
      'assistant: Done.',
      'user: q',
    ])
    expect(send([user, ...toolTurn, user], policy).adjustments).toEqual([
      { rule: 'bridge_after_tool', where: 'request.messages[3]', before: undefined, after: 'Done.' },
    ])
    expect(roles([user, ...toolTurn, answer({ content: 'x' }), user], policy)).not.toContain(
      'assistant: Done.',
    )
    expect(roles([user, ...toolTurn, answer(), user], policy)).toContain('assistant: Done.')
  })

  it('docs/wire 1.3: consecutive same-role turns are joined when the policy asks for it', () => {
    const withImage: Message = { role: 'user', content: [dataImage] }
    const thread = [
      user,
      withImage,
      user,
      answer({ content: 'one' }),
      answer({ content: 'two' }),
      answer({ content: 'three', tool_calls: [call('a')] }),
      result('a'),
    ]
    expect(send(thread).sent).toHaveLength(7)
    const { sent, rules } = send(thread, { mergeConsecutive: true })
    expect(sent).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'q' }, dataImage, { type: 'text', text: 'q' }] },
      { role: 'assistant', content: 'one\n\ntwo\n\nthree', tool_calls: [call('a')] },
      result('a'),
    ])
    expect(rules).toEqual(['merged', 'merged', 'merged', 'merged'])
    expect(withImage.content).toEqual([dataImage])
  })

  it('joins the thoughts of joined answers, and keeps an empty one that the server asks for', () => {
    const thread = [
      answer({ content: 'one' }),
      answer({ content: 'two', reasoning: 'b' }),
      answer({ content: 'three', reasoning: 'c' }),
    ]
    const reasoning = { turns: 'all', field: 'reasoning_content', emptyKey: true } as const
    expect(send(thread, { mergeConsecutive: true, reasoning }).sent).toEqual([
      { role: 'assistant', content: 'one\n\ntwo\n\nthree', reasoning_content: 'b\n\nc' },
    ])
    expect(send(thread.slice(0, 1), { mergeConsecutive: true, reasoning }).sent).toEqual([
      { role: 'assistant', content: 'one', reasoning_content: '' },
    ])
  })

  it('docs/wire 1.3: a trailing assistant message is marked as a prefix for servers that want the mark', () => {
    const { sent, rules } = send([user, answer({ content: 'Once' })], { prefill: 'prefix' })
    expect(sent[1]).toEqual({ role: 'assistant', content: 'Once', prefix: true })
    expect(rules).toEqual(['prefix'])
    expect(send([user, answer({ content: 'Once' })], { prefill: 'plain' }).sent[1]).toEqual({
      role: 'assistant',
      content: 'Once',
    })
  })
})

describe('shapes that no message has', () => {
  it('are left out or made text, and reported', () => {
    const odd = [
      null,
      { role: 'function', content: 'x' },
      { role: 'user', content: { a: 1 } },
      { role: 'user' },
    ]
    const { sent, adjustments } = send(odd as unknown as Message[])
    expect(sent).toEqual([
      { role: 'user', content: '{"a":1}' },
      { role: 'user', content: '(empty message)' },
    ])
    expect(adjustments.map(({ rule, where }) => `${rule} ${where}`)).toEqual([
      'unknown_role messages[0]',
      'unknown_role messages[1]',
      'content_type messages[2]',
      'content_type messages[3]',
      'empty_content request.messages[1]',
    ])
  })
})
