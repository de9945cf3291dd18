import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectCompletion, type Message } from '@antiphon/core'
import { buildRequest } from '@antiphon/core/request'
import { providerProfiles, resolveProvider } from '@antiphon/core/provider'
import { allScenarios, createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { formats } from '@antiphon/transcripts'
import { lintTranscript, type Finding } from '@antiphon/lint'
import { describe, expect, test } from 'vitest'
import { checkoutLatency } from '../../packages/ui/src/fixtures/checkout-latency.js'
import { readFixtures } from '../contract/formats/read-fixtures.js'
import { sharedFolder } from './shared-data.js'

const question: Message = { role: 'user', content: 'Go on.' }
const rulesOf = (findings: readonly Finding[]): string[] =>
  [...new Set(findings.map(({ rule, severity }) => `${severity} ${rule}`))].sort()

/** Findings in recordings, beside calls that wait for their results and answers that never came. */
const explained: Record<string, string[]> = {
  // Gemini through OpenRouter: a thought in words, and the signed one encrypted beside it.
  'openrouter-gemini-3-flash-reasoning-encrypted.sse': ['warning reasoning-unsigned'],
  // The stream ends in the middle of a call.
  'openrouter-kimi-k2-repeated-id-and-name-no-finish.sse': ['warning cut-turn'],
}
const natural = new Set(['warning unanswered-call', 'info empty-turn'])

/** The others hold mistakes on purpose. */
const wellFormed = new Set([
  'openai/request.json',
  'open-agent-loops/run.json',
  'open-agent-loops/two-harbours.json',
  'agentkit/older.json',
  'clawtools/context.json',
  'clawtools/pi.json',
  'prompt-api/messages.json',
])

const folder = sharedFolder('captures')
const files = folder ? readdirSync(folder).filter((name) => /\.(?:sse|jsonl|json)$/.test(name)) : []

describe.skipIf(!folder)('answers of real servers as threads of one turn', () => {
  test.each(files)('%s: lints without an error', async (file) => {
    const { message } = await collectCompletion(readFileSync(join(folder ?? '', file)))
    const found = rulesOf(lintTranscript([question, message])).filter((rule) => !natural.has(rule))
    expect(found).toEqual(explained[file] ?? [])
  })
})

describe.skipIf(!folder)('the request that goes on from an answer of a real server', () => {
  /** Recordings are named after who answered; a name that is not a profile went through a gateway of its own. */
  const profileOf = (file: string): string => {
    const known = providerProfiles.map(({ id }) => id)
    return known.filter((id) => file.startsWith(`${id}-`)).sort((a, b) => b.length - a.length)[0] ?? 'generic'
  }

  test.each(files)('%s: lints clean in the form that its own provider is sent', async (file) => {
    const { message } = await collectCompletion(readFileSync(join(folder ?? '', file)))
    const results = (message.tool_calls ?? []).map(({ id }): Message => ({
      role: 'tool',
      tool_call_id: id,
      content: 'six metres',
    }))
    const endpoint = { baseUrl: 'https://harbour.example/v1', profile: profileOf(file) }
    const messages: Message[] = [question, message, ...results, question]
    const { body } = buildRequest(endpoint, { model: message.model ?? 'm', messages })
    const provider = resolveProvider(endpoint, message.model ?? 'm')
    const findings = lintTranscript(body.messages as unknown[], provider, { request: true })
    expect(rulesOf(findings).filter((rule) => !rule.startsWith('info'))).toEqual([])
  })
})

describe('our own transcripts', () => {
  test.each(
    allScenarios.filter(({ id }) => id !== 'stall').map((scenario) => [scenario.id, scenario] as const),
  )('what the scripted model %s says lints without an error', async (model, scenario) => {
    const fetch = createEndpointFetch(createEndpoint({ models: [scenario], speed: Infinity }))
    const body = JSON.stringify({ model, stream: true, messages: [question] })
    const response = await fetch(`${SCRIPTED_BASE_URL}/chat/completions`, { method: 'POST', body })
    const { message } = await collectCompletion(response)
    expect(rulesOf(lintTranscript([question, message])).filter((rule) => rule.startsWith('error'))).toEqual(
      [],
    )
  })

  test('the conversation of the gallery, which shows how turns can end, has nothing else to say', () => {
    expect(rulesOf(lintTranscript(checkoutLatency))).toEqual([...natural].sort())
  })

  test.each(['openai', 'open-agent-loops', 'agentkit', 'clawtools', 'prompt-api'])(
    'what a person would call fine in %s has no error once it is read',
    (name) => {
      const format = formats.find((one) => one.name === name)!
      const fine = readFixtures(name).filter((fixture) => wellFormed.has(`${name}/${fixture.name}`))
      expect(fine).not.toEqual([])
      for (const { text } of fine) {
        expect(
          rulesOf(lintTranscript(format.parse(text).messages)).filter((rule) => rule.startsWith('error')),
        ).toEqual([])
      }
    },
  )
})
