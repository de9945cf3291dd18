/** A turn: one header and the blocks below it. */
export interface StoryTurn {
  role: 'user' | 'agent'
  /** An agent that a call ran said it. */
  isAgent: boolean
  model: string | undefined
  /** Epoch ms. */
  timestamp: number | undefined
  /** The header as written in the file. */
  header: string
  blocks: StoryBlock[]
}

/** A call of a tool: its kind and name from the attributes of its tag, and its content. */
export interface ToolBlock {
  type: 'tool'
  kind: string
  name: string
  summary: string
  text: string
}

type StoryBlock = { type: 'text'; text: string } | { type: 'think'; text: string } | ToolBlock

const HEADER = /^_\*\*(User|Agent|Assistant|Cursor)( - sidechain)?(?: \(([^)]*)\))?\*\*_$/
const TIME = /(?:^| )(\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)$/
const TOOL = /^<tool-use(?: data-tool-type="([^"]*)")?(?: data-tool-name="([^"]*)")?>(?:<details>)?$/
const SUMMARY = /^<summary>(.*)<\/summary>$/

/** The turns of a text, and the text before the first one. A header in the output of a tool does not begin a turn. */
export function readTurns(lines: readonly string[]): { before: string; turns: StoryTurn[] } {
  const turns: StoryTurn[] = []
  const before: string[] = []
  let text: string[] = []
  const endText = (): void => {
    // A rule separates turns.
    const said = text
      .join('\n')
      .trim()
      .replace(/(?:^|\n)---$/, '')
      .trim()
    text = []
    if (said !== '') turns.at(-1)?.blocks.push({ type: 'text', text: said })
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const header = HEADER.exec(line.trim())
    if (header) {
      endText()
      turns.push(turnOf(header))
      continue
    }
    const turn = turns.at(-1)
    if (!turn) {
      before.push(line)
      continue
    }
    const tool = TOOL.exec(line.trim())
    const isThought = /^<think>(?:<details>)?$/.test(line.trim())
    if (!tool && !isThought) {
      text.push(line)
      continue
    }
    endText()
    const end = endOf(lines, at, tool ? '</tool-use>' : '</think>')
    const inner = lines.slice(at + 1, end)
    const summary = SUMMARY.exec(inner[0]?.trim() ?? '')
    const body = (summary ? inner.slice(1) : inner).join('\n').trim()
    if (tool)
      turn.blocks.push({
        type: 'tool',
        kind: wordOf(tool[1]),
        name: wordOf(tool[2]),
        summary: summary?.[1] ?? '',
        text: body,
      })
    else turn.blocks.push({ type: 'think', text: body })
    at = end
  }
  endText()
  return { before: before.join('\n').trim(), turns }
}

function turnOf([header, who, side, about = '']: RegExpExecArray): StoryTurn {
  const time = TIME.exec(about)
  const model = (time ? about.slice(0, time.index) : about).trim()
  return {
    role: who === 'User' ? 'user' : 'agent',
    isAgent: side !== undefined,
    model: model === '' ? undefined : model,
    timestamp: time ? timeOf(time[1]!.replace(' ', 'T')) : undefined,
    header,
    blocks: [],
  }
}

/** The line that closes a block; of one that is cut off, the line behind the last. */
function endOf(lines: readonly string[], from: number, mark: string): number {
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at]!.trim()
    if (line === mark || line === `</details>${mark}`) return at
  }
  return lines.length
}
import { timeOf, wordOf } from '@antiphon/base'
