import type { AttachmentItem } from '@antiphon/react/attachments'
import { useBlobImage } from '@antiphon/react/attachments'
import { Icon } from '../../icons/icon.js'
import { imageAddress } from './image-address.js'

export interface AttachmentThumbProps {
  item: AttachmentItem
  /** The browser cannot show it. */
  onBroken: () => void
}

/** A small picture of an image that is attached. One that lies elsewhere is not loaded for it. */
export function AttachmentThumb({ item: { file, part }, onBroken }: AttachmentThumbProps) {
  if (file) return <FileThumb file={file} onBroken={onBroken} />
  const address = imageAddress((part as { image_url?: { url?: unknown } } | undefined)?.image_url?.url)
  if (address.kind !== 'inline') return <Icon name="image" />
  return <img src={address.src} alt="" decoding="async" onError={onBroken} />
}

function FileThumb({ file, onBroken }: { file: File; onBroken: () => void }) {
  return <img ref={useBlobImage(file)} alt="" decoding="async" onError={onBroken} />
}
