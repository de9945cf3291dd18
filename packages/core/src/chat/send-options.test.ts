import { describe, expect, it } from 'vitest'
import { callsTools, fails, plainTool, says, scriptedChat, stalls } from '../testing/scripted-chat.js'
import { defineTool } from '../tools/define-tool.js'

const look = defineTool({ ...plainTool, name: 'look', execute: () => 'seen' })

describe('what goes along with a message', () => {
  it('its metadata are kept with it, and never sent as a field', async () => {
    const { chat, transport } = scriptedChat([says('ok')])
    await chat.send('hi', { metadata: { 'app.source': 'voice' } })
    expect(chat.store.getMessages()[0]).toMatchObject({
      role: 'user',
      metadata: { 'app.source': 'voice' },
    })
    const [{ parameters, headers }] = transport.requests as [(typeof transport.requests)[0]]
    expect([parameters, headers]).toEqual([undefined, undefined])
  })

  it('its body and headers reach every request of its answer, over the settings, and no other', async () => {
    const { chat, transport } = scriptedChat([callsTools('look'), says('ok'), says('later')], {
      tools: [look],
      parameters: { temperature: 0, extraBody: { user: 'u1', seed: 1 } },
    })
    await chat.send('hi', { body: { user: 'u2' }, headers: { 'x-plan': 'pro' } })
    await chat.send('more')
    expect(transport.requests.map(({ parameters, headers }) => [parameters, headers])).toEqual([
      [{ temperature: 0, extraBody: { user: 'u2', seed: 1 } }, { 'x-plan': 'pro' }],
      [{ temperature: 0, extraBody: { user: 'u2', seed: 1 } }, { 'x-plan': 'pro' }],
      [{ temperature: 0, extraBody: { user: 'u1', seed: 1 } }, undefined],
    ])
  })

  it('waits in the queue with its message', async () => {
    const { chat, transport, shows } = scriptedChat([stalls('one'), says('two')])
    const first = chat.send('first')
    await shows('one')
    const second = chat.send('second', { metadata: { a: 1 }, headers: { 'x-second': '1' } })
    expect(chat.getState().queue).toMatchObject([{ content: 'second', options: { metadata: { a: 1 } } }])
    chat.stop()
    await Promise.all([first, second])
    await chat.sendQueued()
    expect(transport.requests.map(({ headers }) => headers)).toEqual([undefined, { 'x-second': '1' }])
    expect(chat.store.getMessages()[2]).toMatchObject({ content: 'second', metadata: { a: 1 } })
  })

  it('that steers a run goes along with the requests that follow', async () => {
    const steer = defineTool({
      ...plainTool,
      name: 'steer',
      execute: () => void chat.send('also', { headers: { 'x-steer': '1' } }),
    })
    const { chat, transport } = scriptedChat([callsTools('steer'), says('ok')], { tools: [steer] })
    await chat.send('hi', { headers: { 'x-first': '1' } })
    expect(transport.requests.map(({ headers }) => headers)).toEqual([
      { 'x-first': '1' },
      { 'x-first': '1', 'x-steer': '1' },
    ])
  })

  it('goes with retry, regenerate, continue and edit too; an edit keeps the metadata that it does not replace', async () => {
    const answers = [says('1'), says('2'), says('3'), says('4'), says('5')]
    const { chat, transport } = scriptedChat(answers)
    await chat.send('hi', { metadata: { a: 1 } })
    await chat.retry(undefined, { headers: { n: '2' } })
    await chat.regenerate(undefined, { headers: { n: '3' } })
    const [question] = chat.store.getIds()
    await chat.edit(question!, 'hello', { headers: { n: '4' } })
    expect(chat.store.getMessages()[0]).toMatchObject({ content: 'hello', metadata: { a: 1 } })
    chat.store.append({ role: 'user', content: 'and?' })
    await chat.continue(undefined, { headers: { n: '5' } })
    expect(transport.requests.map(({ headers }) => headers?.['n'])).toEqual([undefined, '2', '3', '4', '5'])
  })
})

describe('the error of a chat', () => {
  it('is there until it is cleared; the answer keeps what went wrong', async () => {
    const { chat, last } = scriptedChat([fails, fails])
    await chat.send('hi')
    expect([chat.getState().status, chat.getError()?.kind]).toEqual(['error', 'network_or_cors'])
    chat.clearError()
    expect([chat.getState().status, chat.getError()]).toEqual(['ready', undefined])
    expect(last().error).toBeDefined()
    await chat.retry()
    expect([chat.getState().status, chat.getError()?.kind]).toEqual(['error', 'network_or_cors'])
  })

  it('is gone once something is asked', async () => {
    const { chat } = scriptedChat([fails, says('ok')])
    await chat.send('hi')
    chat.store.append({ role: 'user', content: 'again' })
    expect(chat.getError()).toBeUndefined()
    await chat.continue()
    expect([chat.getState().status, chat.getError()]).toEqual(['ready', undefined])
  })
})
