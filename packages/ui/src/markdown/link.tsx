import type { ReactNode } from 'react'
import type { Inline, LinkNode } from './ast.js'
import { useSettings } from './context.js'
import { plainText } from './plain-text.js'
import { destination, isMisleading, linkUrl } from './url.js'

export interface MarkdownLinkProps {
  /** Scheme is http, https, mailto or tel, and the host's policy permits it. */
  url: URL
  /** Where the link leads, to be shown because its words look like another address; null if they do not. */
  shownDestination: string | null
  children: ReactNode
}

function DefaultLink({ url, shownDestination, children }: MarkdownLinkProps) {
  return (
    <a
      data-slot="markdown-link"
      data-host={shownDestination === null ? destination(url) : undefined}
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      {shownDestination !== null && (
        <>
          {' '}
          <span data-slot="markdown-link-host" dir="ltr">
            ({shownDestination})
          </span>
        </>
      )}
    </a>
  )
}

const hasImage = (nodes: readonly Inline[]): boolean =>
  nodes.some((node) => node.type === 'image' || ('children' in node && hasImage(node.children)))

/** A link of an answer. What may not be a link is shown as its words. */
export function Link({ node, children }: { node: LinkNode; children: ReactNode }) {
  const { components, linkPolicy, sources } = useSettings()
  if (node.pending) return <span data-slot="markdown-link-pending">{children}</span>
  const url = linkUrl(node.href, linkPolicy)
  if (url === null) return children
  const Component = components.Link ?? DefaultLink
  // An image brings a button, which may not stand inside a link: the link follows it under the name of its host.
  if (hasImage(node.children))
    return (
      <>
        {children}{' '}
        <Component url={url} shownDestination={null}>
          {destination(url)}
        </Component>
      </>
    )
  const cited = sources?.findIndex((source) => source.url === node.href || source.url === url.href) ?? -1
  const shown = isMisleading(plainText(node.children), url) ? destination(url) : null
  return (
    <>
      <Component url={url} shownDestination={shown}>
        {children}
      </Component>
      {cited >= 0 && <sup data-slot="source-mark">{cited + 1}</sup>}
    </>
  )
}
