import { useState } from 'react'
import type { ImageNode } from './ast.js'
import { useSettings } from './context.js'
import { ImageIcon } from './icons.js'
import { destination, imageUrl } from './url.js'

export interface MarkdownImageProps {
  /** null while the address is being written, or if it may not be loaded. */
  url: URL | null
  alt: string
  /** Load without asking: the host's policy said so for this address. */
  autoLoad: boolean
  pending: boolean
}

function DefaultImage({ url, alt, autoLoad, pending }: MarkdownImageProps) {
  const { strings } = useSettings()
  const [wanted, setWanted] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const address = url?.href ?? null
  const broken = address !== null && failed === address
  if (address !== null && !broken && (autoLoad || wanted === address))
    return (
      <img
        data-slot="markdown-image"
        src={address}
        alt={alt}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(address)}
      />
    )
  const note = broken ? strings.imageFailed : url === null && !pending ? strings.imageBlocked : null
  return (
    <span data-slot="markdown-image-placeholder" data-pending={pending ? '' : undefined}>
      <ImageIcon />
      <span data-slot="markdown-image-alt">{alt === '' ? strings.image : alt}</span>
      {url !== null && (
        <span data-slot="markdown-image-host" dir="ltr">
          {destination(url)}
        </span>
      )}
      {note !== null && <span data-slot="markdown-image-note">{note}</span>}
      {url !== null && !broken && (
        <button
          type="button"
          aria-label={`${strings.loadImage}: ${alt === '' ? destination(url) : alt}`}
          onClick={() => setWanted(address)}
        >
          {strings.loadImage}
        </button>
      )}
    </span>
  )
}

/** An image of an answer: nothing is requested before a click, unless the host trusts the address. */
export function Image({ node }: { node: ImageNode }) {
  const { components, imagePolicy } = useSettings()
  const parsed = node.pending ? null : imageUrl(node.src)
  const verdict =
    parsed === null ? 'never' : typeof imagePolicy === 'function' ? imagePolicy(parsed) : imagePolicy
  const Component = components.Image ?? DefaultImage
  return (
    <Component
      url={verdict === 'never' ? null : parsed}
      alt={node.alt}
      autoLoad={verdict === 'load'}
      pending={node.pending}
    />
  )
}
