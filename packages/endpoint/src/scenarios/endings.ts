import { type ScriptedEvent, type Scenario, say, think, callTools } from '../script/scenario.js'
import { planCalls } from '../tools/plan-calls.js'
import { lighthouse } from './answers.js'
import { cutOff, firstTokens, noToolsAnswer } from './tools.js'

/** Azure's verdict beside the finish reason (docs/wire 2.2). */
export const filtered: ScriptedEvent = {
  type: 'finish',
  reason: 'content_filter',
  extra: {
    content_filter_results: {
      hate: { filtered: false, severity: 'safe' },
      self_harm: { filtered: false, severity: 'safe' },
      sexual: { filtered: false, severity: 'safe' },
      violence: { filtered: true, severity: 'medium' },
    },
  },
}

/** Withheld before the first word. */
export const contentFilter: Scenario = {
  id: 'content-filter',
  description: 'Withheld by the content filter: no text at all.',
  play: () => [filtered],
}

/** Stopped by the filter after some text. */
export const contentFilterMidway: Scenario = {
  id: 'content-filter-midway',
  description: 'Stopped by the content filter after some text.',
  play: () => [
    {
      type: 'text',
      text: 'The siege began in March, when the ice on the river was still thick enough to carry horses. The garrison had grain for ninety days and water for as long as the well held. On the eleventh night the attackers',
    },
    filtered,
  ],
}

const text = `## Crossing the sound by bicycle

The old ferry took twenty minutes and two coins. The bridge takes seven minutes and nobody's time but your own, provided the wind is not from the west.

1. Start early. The path is shared with walkers after nine.
2. Keep right at the pylons; the gusts come round the left side first.
3. Rest in the middle. There are two benches and the best view of both shores.

The climb is longer than it looks: the deck rises forty metres over its first kilometre, which is a gradient of four per cent. A loaded bicycle does that in the second lowest gear without standing up. Going down the other side, brake before the joints and not on them, since the steel is polished and holds water long after the road is dry.

If the barrier is closed, the shuttle bus takes bicycles on a trailer, six at a time, every quarter of an hour.`

const shown = firstTokens(text, 110)

/** True when the thread already holds the beginning and the user or the app asks to continue. */
export function continuesLength(lastAnswer: string): boolean {
  return lastAnswer.length > 0 && lastAnswer !== text && text.startsWith(lastAnswer)
}

/** Cut off by the token limit in mid-sentence. "Continue" brings the rest. */
export const length: Scenario = {
  id: 'length',
  description: 'Cut off at the token limit in the middle of a sentence. Say "continue" for the rest.',
  *play({ prompt, lastAnswer }) {
    const wantsMore = continuesLength(lastAnswer) && /\b(continue|go on|carry on|the rest)\b/i.test(prompt)
    if (wantsMore) yield say(text.slice(lastAnswer.length))
    else yield* cutOff(say(shown))
  },
}

const thoughts = `How many ways are there to lay a path of eight paving stones, if each step is one or two stones long?

Let me count small paths first. One stone: 1 way. Two stones: 2 ways, one and one, or a double. Three stones: the last step is either a single, after any way for two, or a double, after the one way for one. So 2 + 1 = 3.

That pattern holds: each number is the sum of the two before. Four stones: 3 + 2 = 5. Five: 8. I should check five by hand before I trust it. Five singles, that is one. One double and three singles, the double can stand in four places. Two doubles and one single, the single can stand in three`

const rest = ` places. 1 + 4 + 3 = 8. It holds. Six: 13. Seven: 21. Eight: 34.`

/** From this limit on the thoughts are finished and an answer follows, so that raising the limit shows. */
const ENOUGH_TOKENS = 2000

/** Runs out of tokens while it is still thinking: no answer at all. */
export const lengthThinking: Scenario = {
  id: 'length-thinking',
  description: 'Runs out of tokens while thinking. With max_tokens of 2,000 or more it gets to the answer.',
  *play({ maxTokens }) {
    if (maxTokens === undefined || maxTokens < ENOUGH_TOKENS) return yield* cutOff(think(thoughts))
    yield think(thoughts + rest)
    yield say(
      'There are **34 ways**. Each number of stones has as many ways as the two numbers before it together: 1, 2, 3, 5, 8, 13, 21, 34.',
    )
  },
}

/** Cut off by the token limit inside the arguments of a tool call. */
export const lengthTool: Scenario = {
  id: 'length-tool',
  description: 'Cut off at the token limit inside the arguments of a tool call.',
  *play({ prompt, tools }) {
    const [call] = planCalls(prompt, tools, 1)
    if (!call) return yield say(noToolsAnswer)
    const { name, arguments: args } = call
    const cut = args.slice(0, Math.max(1, Math.floor(args.length * 0.7)))
    yield* cutOff(say('I will look that up.'), callTools([{ name, arguments: cut }]))
  },
}

/** Declines on `delta.refusal`, as OpenAI does; `content` stays empty. */
export const refusal: Scenario = {
  id: 'refusal',
  description: 'Declines, in the refusal field.',
  play: () => [
    {
      type: 'refusal',
      text: 'I can’t help with getting into somebody else’s account. If it is your own, the recovery page of the service is the way back in.',
    },
  ],
}

/** The stream closes properly, but nothing says that the answer is complete. */
export const noFinish: Scenario = {
  id: 'no-finish',
  description: 'The stream ends without a finish reason.',
  play: () => [say(lighthouse), { type: 'close' }],
}

/** The line is cut in mid-answer. */
export const disconnect: Scenario = {
  id: 'disconnect',
  description: 'The connection breaks in the middle of the answer.',
  play: () => [say(lighthouse), { type: 'disconnect' }],
}

/** Some text, then nothing until the client goes. */
export const stall: Scenario = {
  id: 'stall',
  description: 'Some text, then silence until you stop it.',
  play: () => [say(lighthouse), { type: 'stall' }],
}

const keepAlive: ScriptedEvent[] = [
  { type: 'pause', ms: 1500 },
  { type: 'raw', text: ': keep-alive\n\n' },
]

/** Four and a half seconds of keep-alive comments before the first token, as a queue sends them (docs/wire 2.1). */
export const slowStart: Scenario = {
  id: 'slow-start',
  description: 'A few seconds of waiting before the first token.',
  play: () => [
    ...keepAlive,
    ...keepAlive,
    ...keepAlive,
    say(
      'That took four and a half seconds before the first word. Nothing was wrong: the request waited in a queue, and the server sent `: keep-alive` comments so that no proxy would close the line. A client should show that it is waiting, for how long, and leave Stop within reach.',
    ),
  ],
}

const raw = (text: string): ScriptedEvent => ({ type: 'raw', text })
const data = (value: unknown): ScriptedEvent => raw(`data: ${JSON.stringify(value)}\n\n`)

/** Lines that no client should trip over, between good chunks. */
export const malformed: Scenario = {
  id: 'malformed',
  description: 'Broken lines, unknown events and wrong types between good chunks.',
  play: () => [
    say('The first line is fine. '),
    raw('data: {"id":"chatcmpl-broken","choices":[{"index":0,"delta":{"content":"never clo\n\n'),
    say('Then one breaks off in mid-object. '),
    raw('event: queue_position\ndata: {"position":3}\n\n'),
    say('Then comes an event that nobody announced. '),
    data({
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { content: 42, tool_calls: 'none' }, finish_reason: 7 }],
    }),
    data({ object: 'chat.completion.chunk', choices: 'later', usage: 'n/a' }),
    data(null),
    raw('retry: soon\nid\n:\n\n'),
    say(
      'Then a number where text belongs, a string where a list belongs, and a bare null. All five sentences of this answer should still be here, with a note about each line that could not be read.',
    ),
  ],
}
