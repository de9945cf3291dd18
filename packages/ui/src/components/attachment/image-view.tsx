import { useState } from 'react'
import { Icon } from '../../icons/icon.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { imageAddress } from './image-address.js'

/**
 * An image of a message. One that lies elsewhere is loaded only when the reader asks, since loading it tells that host
 * that the message was read; until then its host is shown (trust-checklist S6).
 */
export function ImageView({ url, alt }: { url: unknown; alt: string }) {
  const { strings } = useWords()
  const [wanted, setWanted] = useState(false)
  const address = imageAddress(url)
  if (address.kind === 'inline' || (address.kind === 'remote' && wanted)) {
    return (
      <img
        data-slot="image"
        className="ap:max-h-80 ap:rounded-block ap:border ap:border-line"
        src={address.src}
        alt={alt}
        referrerPolicy="no-referrer"
        decoding="async"
      />
    )
  }
  return (
    <div
      data-slot="image-placeholder"
      className="ap:inline-flex ap:max-w-full ap:flex-wrap ap:items-center ap:gap-2 ap:rounded-block ap:border ap:border-line ap:bg-surface ap:px-3 ap:py-2 ap:text-row ap:text-text-2"
    >
      <Icon name="image" />
      <span className="ap:min-w-0 ap:wrap-anywhere">
        {address.kind === 'remote'
          ? strings.attachment.remoteImage(address.host)
          : strings.attachment.blockedImage}
      </span>
      {address.kind === 'remote' && (
        <Button variant="small" className="ap:border-line-strong" onClick={() => setWanted(true)}>
          {strings.attachment.loadImage}
        </Button>
      )}
    </div>
  )
}
