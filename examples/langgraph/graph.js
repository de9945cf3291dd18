import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk, ToolMessage } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import * as z from 'zod'

/** A model by script, so that the example runs without a key. A `ChatOpenAI` with `bindTools` goes in its place. */
class ScriptedModel extends BaseChatModel {
  _llmType() {
    return 'scripted'
  }

  async *_streamResponseChunks(messages, _options, run) {
    const last = messages.at(-1)
    const said =
      last.getType() !== 'tool'
        ? 'Berth B4 is free. I can book it.'
        : last.status === 'error'
          ? 'Then I book nothing.'
          : 'Berth B4 is yours until 8.'
    for (const content of said.split(/(?<= )/)) {
      yield new ChatGenerationChunk({ text: content, message: new AIMessageChunk({ content }) })
      await run?.handleLLMNewToken(content)
    }
    if (last.getType() === 'tool') return
    const call = { name: 'bookBerth', args: '{"berth":"B4"}', id: `call_${messages.length}`, index: 0 }
    const message = new AIMessageChunk({ content: '', tool_call_chunks: [call] })
    yield new ChatGenerationChunk({ text: '', message })
  }

  async _generate(messages, options, run) {
    let whole
    for await (const chunk of this._streamResponseChunks(messages, options, run))
      whole = whole ? whole.concat(chunk) : chunk
    return { generations: [whole] }
  }
}

const model = new ScriptedModel({})

async function answer({ messages }) {
  return { messages: [await model.invoke(messages)] }
}

const bookBerth = tool(async ({ berth }) => JSON.stringify({ berth, booked: true, until: '08:00' }), {
  name: 'bookBerth',
  description: 'Books a berth for tonight.',
  schema: z.object({ berth: z.string() }),
})

/**
 * Asks before it books. The run waits here until somebody has answered; what the person said comes back from `interrupt`. With
 * `toolCallId` the card stands at that call.
 */
async function book({ messages }, config) {
  const call = messages.at(-1).tool_calls[0]
  const said = interrupt({ message: `May I book berth ${call.args.berth}?`, toolCallId: call.id })
  if (said?.approved) return { messages: [await bookBerth.invoke(call, config)] }
  const content = `Denied. ${said?.reason ?? ''}`.trim()
  const denied = new ToolMessage({ tool_call_id: call.id, name: call.name, content, status: 'error' })
  return { messages: [denied] }
}

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', answer)
  .addNode('book', book)
  .addEdge(START, 'answer')
  .addConditionalEdges('answer', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'book' : END))
  .addEdge('book', 'answer')
  .compile()
