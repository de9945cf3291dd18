'use client'

import { createElement, memo, Suspense, type ReactNode } from 'react'
import { HostPart } from './host-part.js'
import type { BlockNode, CodeNode, HeadingNode, ItemNode, ListNode, QuoteNode, TableNode } from '../ast.js'
import { joinChunks } from '../fence.js'
import { CodeChunks } from './code-block.js'
import { useSettings, useStrings } from './context.js'
import { Formula, InlineContent } from './inline.js'
import { Table } from './table.js'

interface Ends {
  /** Put at the end of the block's text. */
  end?: ReactNode
  /** The text ended inside this block. */
  cutOff?: boolean
}

interface BlockProps extends Ends {
  node: BlockNode
  /**
   * True inside a list or quote, which has `dir=auto` itself. Paragraphs must not have it then, or the outer one would see
   * no text.
   */
  nested?: boolean
  /** Content of a tight list's item: no paragraph element. */
  bare?: boolean
}

function Heading({ node, end, nested }: { node: HeadingNode; nested: boolean } & Ends) {
  const { headingOffset, headingDepths } = useSettings()
  const depth = headingDepths?.get(node)
  const level = depth === undefined ? Math.max(1, node.level + headingOffset) : 2 + depth
  return createElement(
    `h${Math.min(6, level)}`,
    {
      'data-level': node.level,
      'aria-level': level > 6 ? level : undefined,
      dir: nested ? undefined : 'auto',
    },
    <InlineContent content={node.content} end={end} />,
  )
}

function Code({ node, end, cutOff = false }: { node: CodeNode } & Ends) {
  const { components, fences } = useSettings()
  // An object's own entry: a language may be called anything.
  const Fence =
    fences !== undefined && Object.hasOwn(fences, node.language) ? fences[node.language] : undefined
  if (Fence !== undefined && node.closed)
    return (
      <>
        <Fence code={joinChunks(node.chunks)} />
        {end}
      </>
    )
  const shared = { language: node.language, complete: node.closed, cutOff: cutOff && !node.closed, end }
  const Component = components.CodeBlock
  const own = <CodeChunks chunks={node.chunks} {...shared} />
  if (Component === undefined) return own
  // The host's part may be lazy: the kit's own is shown until it has loaded.
  return (
    <Suspense fallback={own}>
      <Component code={joinChunks(node.chunks)} {...shared} />
    </Suspense>
  )
}

function TableBlock({ node, end }: { node: TableNode } & Ends) {
  const { components } = useSettings()
  return <HostPart of={components.Table} own={Table} node={node} end={end} />
}

function TaskMark({ checked }: { checked: boolean }) {
  const strings = useStrings()
  return (
    <span
      data-slot="markdown-task"
      data-checked={checked}
      role="img"
      aria-label={checked ? strings.taskDone : strings.taskOpen}
    />
  )
}

function AlertTitle({ kind }: { kind: NonNullable<QuoteNode['alert']> }) {
  const { alerts } = useStrings()
  // With a direction of its own it has no say in that of the words below.
  return (
    <p data-slot="markdown-alert" dir="auto">
      {alerts[kind]}
    </p>
  )
}

interface ItemsProps extends Ends {
  items: readonly ItemNode[]
  loose: boolean
}

const Items = memo(function Items({ items, loose, end, cutOff }: ItemsProps) {
  return items.map(({ checked, children }, i) => {
    const last = i === items.length - 1
    return (
      <li key={i} data-task={checked === null ? undefined : ''}>
        {checked !== null && <TaskMark checked={checked} />}
        <Blocks nodes={children} bare={!loose} end={last ? end : undefined} cutOff={last && cutOff} />
      </li>
    )
  })
})

function List({ node, end, cutOff }: { node: ListNode } & Ends) {
  const groups = node.items.map((items, i) => {
    const last = i === node.items.length - 1
    return (
      <Items
        key={i}
        items={items}
        loose={node.loose}
        end={last ? end : undefined}
        cutOff={last ? cutOff : undefined}
      />
    )
  })
  const start = node.ordered && node.start !== 1 ? node.start : undefined
  const props = { dir: 'auto', 'data-loose': node.loose ? '' : undefined, start }
  return createElement(node.ordered ? 'ol' : 'ul', props, groups)
}

/** Blocks inside a list item or quote. */
export function Blocks({ nodes, bare, end, cutOff }: { nodes: readonly BlockNode[]; bare?: boolean } & Ends) {
  if (nodes.length === 0) return end
  return nodes.map((node, i) => {
    const last = i === nodes.length - 1
    return (
      <Block
        key={i}
        node={node}
        nested
        bare={bare ?? false}
        end={last ? end : undefined}
        cutOff={last ? cutOff : undefined}
      />
    )
  })
}

/** One block. It renders again only when its node or the element at its end changes. */
export const Block = memo(function Block({ node, nested = false, bare = false, end, cutOff }: BlockProps) {
  switch (node.type) {
    case 'paragraph': {
      const content = <InlineContent content={node.content} end={end} />
      return bare ? content : <p dir={nested ? undefined : 'auto'}>{content}</p>
    }
    case 'heading':
      return <Heading node={node} nested={nested} end={end} />
    case 'code':
      return <Code node={node} end={end} cutOff={cutOff} />
    case 'table':
      return <TableBlock node={node} end={end} />
    case 'list':
      return <List node={node} end={end} cutOff={cutOff} />
    case 'quote':
      return (
        <blockquote dir="auto" role={node.alert ? 'note' : undefined} data-alert={node.alert ?? undefined}>
          {node.alert && <AlertTitle kind={node.alert} />}
          <Blocks nodes={node.children} end={end} cutOff={cutOff} />
        </blockquote>
      )
    case 'footnote':
      return null
    case 'math':
      return <Formula node={node} />
    case 'rule':
      return <hr />
  }
})
