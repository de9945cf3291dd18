import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/icon-button.js'
import { Part } from '../part/part.js'
import { Icon } from '../../icons/icon.js'

export interface QueueEntry {
  id: string
  text: string
}

/** What will be sent when the answer ends, each removable. */
export function ComposerQueue({
  queue,
  onRemove,
}: {
  queue: readonly QueueEntry[]
  onRemove?: (id: string) => void
}) {
  const { strings } = useWords()
  if (queue.length === 0) return null
  return (
    <Part as="ul" slot="queue" role="list" aria-label={strings.composer.queue}>
      {queue.map(({ id, text }) => (
        <li key={id} className="ap:flex ap:items-center ap:gap-2 ap:text-row ap:text-text-2">
          <Icon name="queued" />
          <span className="ap:min-w-0 ap:flex-1 ap:truncate" dir="auto">
            <RevealedText text={text} />
          </span>
          <span className="ap:flex-none ap:text-data ap:text-text-3">{strings.composer.queued}</span>
          {onRemove && (
            <IconButton
              icon="close"
              label={strings.composer.removeQueued(text.slice(0, 40))}
              onClick={() => onRemove(id)}
            />
          )}
        </li>
      ))}
    </Part>
  )
}
