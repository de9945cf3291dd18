import { useMemo, useState } from 'react'
import { Button } from '../components/button/button.js'
import { lineDiff, type DiffLine } from '../lib/line-diff.js'
import { RevealedText } from '../lib/revealed-text.js'
import { useInspectorWords } from './use-inspector-words.js'

export interface FoldedDiffProps {
  before: string
  after: string
  label: string
}

/** Equal lines that stay beside a change. */
const CONTEXT = 2
/** Changed lines that are drawn; more of them are two texts, not a comparison. */
const MAX_LINES = 1_500

type Block = { type: 'lines'; lines: DiffLine[] } | { type: 'same'; lines: DiffLine[] }

/** What changed between two texts, with long stretches of equal lines folded away. */
export function FoldedDiff({ before, after, label }: FoldedDiffProps) {
  const { inspector, formats } = useInspectorWords()
  const blocks = useMemo(() => foldSame(lineDiff(before, after)), [before, after])
  const [open, setOpen] = useState<readonly number[]>([])
  const drawn = blocks.reduce((sum, block) => sum + (block.type === 'lines' ? block.lines.length : 1), 0)
  if (drawn > MAX_LINES) return <p data-slot="wire-hint">{inspector.tooLong}</p>
  return (
    <div data-slot="wire-diff" tabIndex={0} role="group" aria-label={label}>
      {blocks.map((block, index) =>
        block.type === 'lines' || open.includes(index) ? (
          <Lines key={index} lines={block.lines} />
        ) : (
          <Button key={index} variant="small" onClick={() => setOpen([...open, index])}>
            {inspector.sameLines(block.lines.length, formats.number(block.lines.length))}
          </Button>
        ),
      )}
    </div>
  )
}

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <pre data-slot="diff">
      {lines.map(({ type, text }, index) => {
        const words = <RevealedText text={text} />
        return (
          <div key={index} data-type={type}>
            <span aria-hidden="true">{type === 'removed' ? '− ' : type === 'added' ? '+ ' : '  '}</span>
            {type === 'removed' ? <del>{words}</del> : type === 'added' ? <ins>{words}</ins> : words}
          </div>
        )
      })}
    </pre>
  )
}

function foldSame(lines: readonly DiffLine[]): Block[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ type }) => type !== 'same'),
  )
  const blocks: Block[] = []
  lines.forEach((line, at) => {
    const type = near[at] ? 'lines' : 'same'
    const last = blocks.at(-1)
    if (last?.type === type) last.lines.push(line)
    else blocks.push({ type, lines: [line] })
  })
  return blocks
}
