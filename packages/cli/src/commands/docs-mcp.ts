import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { DocPage } from '../docs/doc-page.js'
import { createDocsServer } from '../docs/docs-server.js'
import { CommandError, type Command } from '../io.js'
import { readOptions } from '../read-source.js'
import { version } from '../version.js'

/** `antiphon docs-mcp`: gives the pages of the documentation to a coding agent, over MCP on standard input and output. */
export const docsMcp: Command = {
  name: 'docs-mcp',
  summary: 'Serve the documentation to a coding agent over MCP, read-only.',
  help: `Usage: antiphon docs-mcp

An MCP server on standard input and output that searches and reads the documentation of the installed version. It needs no
network and changes nothing. Clients of MCP start it themselves:

  { "mcpServers": { "antiphon-docs": { "command": "npx", "args": ["-y", "antiphon", "docs-mcp"] } } }

Tools: search_docs, read_docs_page. Each page is a resource too.`,
  async run(args, io) {
    const { positionals, values } = readOptions('docs-mcp', args, { help: { type: 'boolean', short: 'h' } })
    if (values.help) {
      io.out(docsMcp.help)
      return 0
    }
    if (positionals.length > 0) throw new CommandError('docs-mcp takes no file.')
    const server = createDocsServer(await readPages(), await version())
    const ended = new Promise<void>((resolve) => {
      io.signal.addEventListener('abort', () => resolve(), { once: true })
      // A client ends a server by closing its input.
      process.stdin.once('end', () => resolve())
    })
    await server.connect(new StdioServerTransport())
    await ended
    await server.close()
    return 0
  },
}

async function readPages(): Promise<DocPage[]> {
  try {
    const packed = await readFile(new URL('../docs.json.gz', import.meta.url))
    return JSON.parse(gunzipSync(packed).toString()) as DocPage[]
  } catch {
    throw new CommandError('The pages of the documentation are not built. In the repository: pnpm build.')
  }
}
