import { toolsFromMcp } from '@antiphon/mcp'
import { afterEach, describe, expect, it } from 'vitest'
import { closeMcp, listedTool, mcpSdks, namesOf, resultOf } from './support/mcp-sdks.js'

afterEach(closeMcp)

describe.each(mcpSdks)('names of the tools of an MCP server, SDK of $name', ({ connectRaw }) => {
  /** A server that lists the names that are in `listed` at that moment. Each tool answers with its own name. */
  const serve = (listed: () => string[]) =>
    connectRaw({
      list: () => ({ tools: listed().map((name) => listedTool(name)) }),
      call: (name) => ({ content: [{ type: 'text', text: `I am ${JSON.stringify(name)}` }] }),
    })

  it('that providers refuse or that are taken are replaced, and lead back to their tools', async () => {
    const names = ['files/read', 'files.read', 'read', 'read_'.repeat(20), 'läs']
    const { client } = await serve(() => names)
    const list = async () => toolsFromMcp(client, { taken: ['read'], approval: 'never' })
    const tools = await list()
    const offered = namesOf(tools)
    expect(new Set(offered).size).toBe(names.length)
    for (const name of offered) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(offered).not.toContain('read')
    expect(namesOf(await list())).toEqual(offered)
    for (const [at, name] of offered.entries())
      expect((await resultOf(tools, name))?.content).toBe(`I am ${JSON.stringify(names[at])}`)
    expect(namesOf(await toolsFromMcp(client, { prefix: 'depot_' }))).toContain('depot_read')
  })

  it('are the same whatever else is listed, and no tool gets the name of another', async () => {
    let listed = ['delete/file']
    const { client } = await serve(() => listed)
    const [changed] = namesOf(await toolsFromMcp(client))
    expect(changed).toMatch(/^delete_file_[0-9a-f]{6}$/)

    // The impostor alone, before and behind the other: neither ever has the other's name.
    const seen: string[][] = []
    for (const names of [[changed!], [changed!, 'delete/file'], ['delete/file', changed!]]) {
      listed = names
      seen.push(namesOf(await toolsFromMcp(client)))
    }
    const [[impostor]] = seen as [[string]]
    expect(impostor).not.toBe(changed)
    expect(seen).toEqual([[impostor], [impostor, changed], [changed, impostor]])

    const hostile = ['read\u0000', 'read\u202e', 'read\n', ' ', '😀', '__proto__', 'constructor']
    listed = [...hostile, 'delete.file', changed!]
    const tools = await toolsFromMcp(client, { approval: 'never', taken: [impostor, 'constructor'] })
    expect(new Set([...namesOf(tools), impostor, 'constructor']).size).toBe(listed.length + 2)
    for (const [at, { name }] of tools.entries()) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      expect((await resultOf(tools, name))?.content).toBe(`I am ${JSON.stringify(listed[at])}`)
    }
  })
})
