import { Fragment, memo, type ReactNode } from 'react'
import type { Inline, InlineRope, MathNode } from './ast.js'
import { useSettings } from './context.js'
import { NoteMark } from './note-mark.js'
import { Image } from './image.js'
import { Link } from './link.js'

/** A formula; without something to set it by, or while its end has not come, it is shown as written. */
export function Formula({ node: { tex, source, display, pending } }: { node: MathNode }) {
  const { Math } = useSettings()
  if (Math !== undefined && !pending) return <Math tex={tex} source={source} display={display} />
  return (
    <code data-slot="math-source" data-display={display ? '' : undefined} dir="ltr">
      {source}
    </code>
  )
}

function node(value: Inline, key: number): ReactNode {
  switch (value.type) {
    case 'text':
      return value.text
    case 'code':
      return <code key={key}>{value.text}</code>
    case 'note':
      return <NoteMark key={key} node={value} />
    case 'math':
      return <Formula key={key} node={value} />
    case 'break':
      return <br key={key} />
    case 'link':
      return (
        <Link key={key} node={value}>
          {value.children.map(node)}
        </Link>
      )
    case 'image':
      return <Image key={key} node={value} />
    default: {
      const Mark = value.type
      return <Mark key={key}>{value.children.map(node)}</Mark>
    }
  }
}

export const InlineRun = memo(function InlineRun({ nodes }: { nodes: readonly Inline[] }) {
  return nodes.map(node)
})

const RunGroup = memo(function RunGroup({ runs }: { runs: readonly (readonly Inline[])[] }) {
  return runs.map((nodes, i) => <InlineRun key={i} nodes={nodes} />)
})

/** Inline content in pieces; keys are positions, so that a piece that freezes keeps its elements. */
export function InlineContent({ content, end }: { content: InlineRope; end?: ReactNode }) {
  return (
    <Fragment>
      {content.map((runs, i) => (
        <RunGroup key={i} runs={runs} />
      ))}
      {end}
    </Fragment>
  )
}
