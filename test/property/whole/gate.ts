import type { ToolGate, ToolMessage } from '@antiphon/core'
import type { CallLog } from './ledger.js'
import type { ChatRecord } from './page.js'
import type { World } from './world.js'

type GateDecision = Awaited<ReturnType<ToolGate>>[number]

/**
 * Words of a gate, about a call or about a whole batch (`late`, `throw`, `reject`, `no list`). `silent`: it decides nothing.
 * `change`: to other arguments. `spoil`: to some that the tool does not take.
 */
export type GateWord =
  | 'allow'
  | 'silent'
  | 'deny'
  | 'reason'
  | 'change'
  | 'spoil'
  | 'late'
  | 'throw'
  | 'reject'
  | 'no list'

/** A gate was asked about a call. */
export interface GateQuestion {
  page: string
  /** The settings that the gate is of. */
  settings: number
  /** Absent until it has answered. */
  says?: 'allowed' | 'denied' | 'spoilt'
  /** JSON of the arguments that it put in place of those of the call. */
  args?: string
  /** The words that the model reads in place of the result. */
  words?: string
}

const BATCH_WORDS: readonly GateWord[] = ['late', 'throw', 'reject', 'no list']
const CHANGED = { n: 8 }
const FAILED = 'Tool execution denied. Reason: The check before the call failed: '

/** A gate that says one word after the other of its plan. */
export function createGate(
  world: World,
  settings: number,
  plan: readonly GateWord[],
  record: () => ChatRecord,
): ToolGate {
  let asked = 0
  return (batch) => {
    const at = asked++
    const wordAt = (i: number): GateWord => plan[(at + i) % plan.length]!
    const word = wordAt(0)
    const { page } = record()
    const keys = batch.map(({ callKey }) => callKey).join(', ')
    const asWhole = BATCH_WORDS.includes(word) ? `, and that is ${word}` : ''
    world.log.push(`   ${page.name}: gate ${settings} is asked about ${keys}${asWhole}`)
    if (!page.isAlive) world.fault('dead-page-asks', `the gate of ${page.name}, which is gone, is asked`)
    const questions = batch.map((request): GateQuestion => {
      checkAsked(world, record(), request)
      return (world.ledger.call(request.callKey).gate = { page: page.name, settings })
    })
    for (const act of world.inHost.splice(0)) act()

    const answer = (): (GateDecision | undefined)[] =>
      batch.map((request, i) => {
        const decision = decide(world, questions[i]!, wordAt(i + 1))
        world.log.push(`   ${page.name}: gate ${settings} says of ${request.callKey}: ${wordAt(i + 1)}`)
        // Whatever the gate writes on the request it was given must reach no tool.
        Object.assign(request, { args: { n: 99 }, callKey: 'none' })
        return decision
      })
    const refuse = (why: string): void => {
      world.counts.gateFailed++
      for (const question of questions) Object.assign(question, { says: 'denied', words: FAILED + why })
    }
    switch (word) {
      case 'late':
        world.counts.gateLate++
        return world.wait(page, `gate ${settings} about ${keys}`).then(answer)
      case 'no list':
        refuse('it returned no list of decisions')
        return undefined as unknown as []
      case 'throw':
      case 'reject': {
        refuse('The gate is shut.')
        const error = new Error('The gate is shut.')
        if (word === 'throw') throw error
        return Promise.reject(error)
      }
      default:
        return answer()
    }
  }
}

function decide({ counts }: World, question: GateQuestion, word: GateWord): GateDecision | undefined {
  question.says = word === 'deny' || word === 'reason' ? 'denied' : word === 'spoil' ? 'spoilt' : 'allowed'
  switch (word) {
    case 'deny':
      counts.gateDenied++
      question.words = 'Tool execution denied.'
      return { allow: false }
    case 'reason':
      counts.gateDenied++
      question.words = 'Tool execution denied. Reason: no ticket'
      return { allow: false, reason: 'no ticket' }
    case 'change':
      counts.gateChanged++
      question.args = JSON.stringify(CHANGED)
      return { allow: true, arguments: CHANGED }
    case 'spoil':
      return { allow: true, arguments: { n: 'x' } }
    case 'silent':
      return undefined
    default:
      return { allow: true }
  }
}

/** A gate is asked about what the model has written. */
function checkAsked(
  world: World,
  { chat }: ChatRecord,
  { call, callKey, args }: Parameters<ToolGate>[0][number],
): void {
  const at = callKey.lastIndexOf('/')
  const answer = chat.store.getMessage(callKey.slice(0, at))
  const own = answer?.role === 'assistant' ? answer.tool_calls?.[Number(callKey.slice(at + 1))] : undefined
  // An answer may be taken away while its calls are being read.
  if (!answer) return
  const text = JSON.stringify(args)
  if (
    own?.function.name !== call.function.name ||
    JSON.stringify(JSON.parse(own.function.arguments)) !== text
  )
    world.fault('gate-asked', `the gate is asked about ${callKey} as ${call.function.name}(${text})`)
}

/** A call that runs with settings with a gate has passed that gate, and nothing else. */
export function checkPassed(
  world: World,
  { gate }: CallLog,
  callKey: string,
  { page, settings }: { page: string; settings: number },
): void {
  if (!world.settings[settings]!.plan.gate) return
  if (!gate || gate.page !== page)
    world.fault('ungated-ran', `${callKey} runs on ${page}, and its gate was not asked`)
  else if (gate.settings !== settings)
    world.fault('mixed-settings', `${callKey} runs with the tools ${settings}, after gate ${gate.settings}`)
  else if (gate.says !== 'allowed')
    world.fault('gate-denied-ran', `${callKey} runs, though its gate said ${gate.says ?? 'nothing yet'}`)
}

/** The result of a call that did not pass says so, in words for the model. */
export function checkRefused(world: World, where: string, key: string, result: ToolMessage): void {
  const { gate, timesForgotten, deniedBy, runs } = world.ledger.call(key)
  if (!gate || timesForgotten > 0 || gate.says === 'allowed' || gate.says === undefined) return
  // A gate's decision that was not stored is lost with its page; another page goes by its own settings.
  const isAlive = world.alive().some(({ name }) => name === gate.page)
  if (!isAlive && runs.some(({ page }) => page !== gate.page)) return
  const content = String(result.content)
  const outcome = result.metadata?.['antiphon.outcome']
  const isRight =
    gate.says === 'denied'
      ? outcome !== 'denied' || content === gate.words || deniedBy !== undefined
      : outcome !== 'invalid_arguments' || content.startsWith('The arguments were changed before the call.')
  if (/\bran \S+\/\d/.test(content) || !isRight)
    world.fault(
      'refusal-words',
      `${where} the gate said ${gate.says} of ${key}, whose result is "${content}"`,
    )
}
