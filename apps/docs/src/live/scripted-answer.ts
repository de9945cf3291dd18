import { createEndpoint, createEndpointFetch, createSeededIds, SCRIPTED_BASE_URL } from '@antiphon/endpoint'

const tool = (name: string, properties: Record<string, object>) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties, required: Object.keys(properties) } },
})

const tools = [
  tool('get_time', { timezone: { type: 'string', examples: ['Europe/Oslo', 'Asia/Tokyo'] } }),
  tool('search_docs', { query: { type: 'string', examples: ['connection pool'] } }),
  tool('delete_file', { path: { type: 'string', examples: ['report.md'] } }),
]

const prompts: Readonly<Record<string, string>> = {
  'needs-approval': 'Delete report.md.',
  'one-tool': 'What time is it in Oslo?',
  'parallel-tools': 'What time is it in Oslo and Tokyo?',
}

const questionFor = (scenario: string): string => prompts[scenario] ?? 'Show me.'

/**
 * Every byte that the scripted endpoint answers as this model, at once and without a network. A stream that breaks gives what it
 * sent before.
 */
export async function scriptedAnswer(scenario: string): Promise<string> {
  const ask = createEndpointFetch(createEndpoint({ speed: Infinity, generateId: createSeededIds(1) }))
  const question = {
    model: scenario,
    stream: true,
    tools,
    messages: [{ role: 'user', content: questionFor(scenario) }],
  }
  const { body } = await ask(`${SCRIPTED_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  })
  const decoder = new TextDecoder()
  const reader = body!.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return text
  }
}
