import type { ToolOffer } from '../request/chat-request.js'
import {
  type Scenario,
  callTools,
  say,
  think,
  type ScriptedCall,
  type ScriptedEvent,
  type ScriptedRequest,
  finish,
} from '../script/scenario.js'
import { exampleCall, failingCall, planCalls } from '../tools/plan-calls.js'
import {
  failureLine,
  outcomeList,
  resultLine,
  sentenceOf,
  subjectOf,
  titleOf,
} from '../tools/tell-results.js'
import { splitPieces } from '../script/pieces.js'

/** The answer of every tool scenario to a request without tools. */
export const noToolsAnswer = `No tools were offered with this request, so there is nothing to call.

Switch on a tool in the settings, for example \`get_time\` or \`look_up\`, and ask again. The request then carries its name and schema in \`tools\`, and this model calls it with arguments that fit.`

/** One tool call, without thoughts, then one sentence from its result. */
export const oneTool: Scenario = {
  id: 'one-tool',
  description: 'Makes one tool call, then answers from its result.',
  *play({ prompt, tools, outcomes }) {
    const outcome = outcomes.at(-1)
    if (!outcome) {
      if (tools.length === 0) return yield say(noToolsAnswer)
      return yield callTools(planCalls(prompt, tools, 1))
    }
    if (outcome.failed) {
      return yield say(`${titleOf(outcome)} could not do it: ${failureLine(outcome)}`)
    }
    yield say(sentenceOf(outcome))
  },
}

/** Two calls, one of which cannot work; then an answer that says so. */
export const oneToolFails: Scenario = {
  id: 'one-tool-fails',
  description: 'Makes two tool calls of which one fails, and says so in the answer.',
  *play({ prompt, tools, outcomes }) {
    if (outcomes.length === 0) {
      const bad = failingCall(tools)
      if (!bad) return yield say(noToolsAnswer)
      const good = planCalls(
        prompt,
        tools.filter((tool) => tool.name !== bad.name || tools.length === 1),
        1,
      )
      yield think('Two look-ups. The first is in the table; the second may not be.')
      return yield callTools([...good, bad])
    }
    const failed = outcomes.filter((outcome) => outcome.failed)
    const done = outcomes.filter((outcome) => !outcome.failed)
    const [first] = failed
    if (!first)
      return yield say(
        `All ${outcomes.length} calls returned, also the one that was meant to fail:\n\n${outcomeList(outcomes)}`,
      )
    if (done.length === 0)
      return yield say(
        `None of the calls gave a result:\n\n${outcomeList(outcomes)}\n\nThere is nothing to answer from.`,
      )
    yield say(
      done.length === 1 && failed.length === 1
        ? 'One of the two calls worked.\n\n'
        : `${done.length} of ${outcomes.length} calls worked.\n\n`,
    )
    for (const outcome of done) yield say(`${sentenceOf(outcome)}\n\n`)
    yield say(`${titleOf(first)} failed:\n\n> ${failureLine(first)}\n\n`)
    yield say('I have not guessed the missing value.')
  },
}

/** Two tool calls at once whose argument fragments arrive in turn; then an answer out of the real results. */
export const parallelTools: Scenario = {
  id: 'parallel-tools',
  description: 'Thinks, makes two tool calls in parallel, then answers from their results.',
  *play(turn) {
    if (turn.outcomes.length > 0) return yield* finalAnswer(turn)
    if (turn.tools.length === 0) return yield say(noToolsAnswer)
    const calls = planCalls(turn.prompt, turn.tools, 2)
    yield think(thoughtsOn(calls))
    yield callTools(calls, true)
  },
}

function thoughtsOn(calls: readonly ScriptedCall[]): string {
  const list = calls.map((call) => [call.name, subjectOf(call)].filter(Boolean).join(' for ')).join(' and ')
  return `There are two things to find out: ${list}. Neither depends on the other, so both calls can go out at once.`
}

function* finalAnswer({ outcomes }: ScriptedRequest): Generator<ScriptedEvent> {
  const failed = outcomes.filter((outcome) => outcome.failed).length
  const list = outcomeList(outcomes)
  if (failed === outcomes.length) {
    return yield say(
      `None of the calls gave a result:\n\n${list}\n\nWithout them there is nothing to answer from.`,
    )
  }
  if (failed > 0) {
    return yield say(`${failed} of ${outcomes.length} calls failed, the others returned:\n\n${list}`)
  }
  const all = outcomes.length === 2 ? 'Both calls' : `All ${outcomes.length} calls`
  yield say(`${list}\n\n${all} ran at the same time.`)
}

/** Five calls in one message. */
export const manyTools: Scenario = {
  id: 'many-tools',
  description: 'Makes five tool calls in one message.',
  *play({ prompt, tools, outcomes }) {
    if (outcomes.length === 0) {
      if (tools.length === 0) return yield say(noToolsAnswer)
      yield think('Five look-ups, all independent. One message can carry them all.')
      return yield callTools(planCalls(prompt, tools, 5))
    }
    const failed = outcomes.filter((outcome) => outcome.failed).length
    yield say(
      failed === 0
        ? `All ${outcomes.length} calls returned:\n\n`
        : `${outcomes.length - failed} of ${outcomes.length} calls returned:\n\n`,
    )
    yield say(outcomeList(outcomes))
  },
}

/** Arguments that are not JSON, then JSON that does not fit the schema, then the answer. */
export const badArguments: Scenario = {
  id: 'bad-arguments',
  description: 'Calls a tool with arguments that do not parse, then with some that do not fit.',
  *play({ tools, outcomes, rounds }) {
    const [tool] = tools
    if (!tool && rounds === 0) return yield say(noToolsAnswer)
    if (tool && rounds === 0) {
      const { name, arguments: args } = exampleCall(tool)
      return yield callTools([{ name, arguments: args.slice(0, -1) }])
    }
    if (tool && rounds === 1)
      return yield callTools([{ name: tool.name, arguments: misfit(exampleCall(tool).arguments) }])
    const [first, second] = outcomes
    const told = (outcome: typeof first) =>
      outcome ? (outcome.failed ? failureLine(outcome) : resultLine(outcome)) : 'nothing'
    yield say(
      `My arguments were wrong twice. Without the closing brace the tool answered:\n\n> ${told(first)}\n\n`,
    )
    yield say(`With values of the wrong type it answered:\n\n> ${told(second)}\n\n`)
    yield say('Both calls stay in the transcript, unchanged.')
  },
}

/** The same keys, each with a value of another type. */
function misfit(args: string): string {
  const value = JSON.parse(args) as unknown
  if (typeof value !== 'object' || value === null) return '[]'
  const wrong = Object.entries(value).map(([key, entry]) => [key, typeof entry === 'string' ? [42] : 'soon'])
  return JSON.stringify(wrong.length > 0 ? Object.fromEntries(wrong) : 42)
}

/** Calls a tool that the request did not offer. */
export const unknownTool: Scenario = {
  id: 'unknown-tool',
  description: 'Calls a tool that was not offered.',
  *play({ tools, outcomes }) {
    const offered = tools.map((tool) => tool.name)
    const name = offered.includes('book_ferry') ? 'book_ferry_seat' : 'book_ferry'
    const outcome = outcomes[0]
    if (!outcome)
      return yield callTools([
        { name, arguments: JSON.stringify({ from: 'Oslo', to: 'Kiel', date: '2026-03-12' }) },
      ])
    yield say(
      `I called \`${outcome.name}\`, which is not offered here. The answer was:\n\n> ${failureLine(outcome)}\n\n`,
    )
    const list = offered.map((tool) => `\`${tool}\``).join(', ')
    yield say(
      offered.length > 0 ? `What I can call here: ${list}.` : 'No tools were offered with this request.',
    )
  },
}

/** Three calls at once: one that works, one that fails, and one that a careful app asks a person about first. */
export const needsApproval: Scenario = {
  id: 'needs-approval',
  description: 'Makes three calls at once, one of which acts, so that a person may be asked first.',
  *play({ prompt, tools, outcomes }) {
    const acting = tools.find(({ name }) => acts.test(name))
    if (outcomes.length === 0) {
      if (tools.length === 0) return yield say(noToolsAnswer)
      yield think('Two look-ups, and code to run. The code needs your approval first.')
      const readers = tools.filter((tool) => tool !== acting)
      const bad = failingCall(readers)
      const calls = [
        ...planCalls(prompt, readers, 1),
        ...(bad ? [bad] : []),
        ...(acting ? [actingCall(acting)] : []),
      ]
      return yield callTools(calls, true)
    }
    for (const outcome of outcomes.filter(({ name }) => name !== acting?.name)) {
      yield say(
        outcome.failed
          ? `\`${outcome.name}\` failed: ${failureLine(outcome)}\n\n`
          : `${sentenceOf(outcome)}\n\n`,
      )
    }
    const decided = outcomes.find(({ name }) => name === acting?.name)
    if (!decided) return yield say('Nothing here needed your approval.')
    yield say(
      decided.failed
        ? `\`${decided.name}\` did not run:\n\n> ${failureLine(decided)}`
        : `\`${decided.name}\` ran and returned: ${resultLine(decided)}`,
    )
  },
}

/** Names of tools that change something. */
const acts = /run|exec|delete|remove|send|write|deploy|roll.?back|pay|book|create|update/i

/** Something to run that takes a moment to write and to read. */
const code = `const primes = []
for (let n = 2; primes.length < 10; n++) {
  if (primes.every((p) => n % p !== 0)) primes.push(n)
}
console.log('The first ten primes:', primes.join(', '))
return primes.reduce((sum, prime) => sum + prime, 0)`

function actingCall(tool: ToolOffer): ScriptedCall {
  const properties = (tool.parameters['properties'] ?? {}) as Record<string, unknown>
  return 'code' in properties ? { name: tool.name, arguments: JSON.stringify({ code }) } : exampleCall(tool)
}

/** The part of a text that the first `tokens` tokens make. */
export function firstTokens(text: string, tokens: number): string {
  return splitPieces(text).slice(0, tokens).join('')
}

/** Steps that end with `length`, whatever came before. */
export function* cutOff(...steps: readonly ScriptedEvent[]): Generator<ScriptedEvent> {
  yield* steps
  yield finish('length')
}
