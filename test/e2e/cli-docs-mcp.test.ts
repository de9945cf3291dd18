import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const bin = resolve(import.meta.dirname, '../../packages/cli/bin/antiphon.mjs')
const client = new Client({ name: 'test', version: '1.0.0' })

beforeAll(() =>
  client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, 'docs-mcp'] })),
)
afterAll(() => client.close())

async function call(name: string, args: Record<string, string>): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [part] = content as { type: string; text: string }[]
  return { text: part!.text, isError: isError === true }
}

describe('antiphon docs-mcp, driven by the client of the SDK', () => {
  test('has two tools, which only read', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_docs', true],
      ['read_docs_page', true],
    ])
    expect(client.getInstructions()).toContain('Search first')
  })

  test('leads from a question to the section that answers it', async () => {
    const { text } = await call('search_docs', { query: 'approve a tool call before it runs' })
    const [, page, section] = /\(page ([\w/-]+), section "([^"]+)"\)/.exec(text)!
    const read = await call('read_docs_page', { page: page!, section: section! })
    expect(read).toEqual({ text: expect.stringContaining(`## ${section}`), isError: false })
    expect((await call('read_docs_page', { page: page! })).text).toContain(read.text)
  })

  test('says what to do when there is no such page, section or word', async () => {
    expect(await call('read_docs_page', { page: 'guides/teleport' })).toEqual({
      text: 'There is no page "guides/teleport". search_docs finds pages.',
      isError: true,
    })
    const { text, isError } = await call('read_docs_page', { page: 'guides/tools', section: 'Teleport' })
    expect([text, isError]).toEqual([
      expect.stringMatching(/^guides\/tools has no section "Teleport"\. It has "/),
      true,
    ])
    expect((await call('search_docs', { query: 'xyzzyplugh' })).text).toContain('Try other words')
  })

  test('has each page as a resource', async () => {
    const { resources } = await client.listResources()
    expect(resources.length).toBeGreaterThan(100)
    const tools = resources.find(({ name }) => name === 'guides/tools')!
    const { contents } = await client.readResource({ uri: tools.uri })
    expect(contents).toEqual([
      { uri: tools.uri, mimeType: 'text/markdown', text: expect.stringMatching(/^# /) },
    ])
  })
})
