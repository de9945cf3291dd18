'use client'

import { createElement } from 'react'
import { copyText } from '../../lib/copy-text.js'
import { prettyJson } from '../../lib/json.js'
import { useLazyModule } from '../../lib/lazy-module.js'
import { plainText } from '../../lib/plain-text.js'
import { useWords } from '../../strings/strings.js'
import { useAnnounce } from '../announcer/announcer.js'
import { useIsForPeople } from '../context/audience-context.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { MenuButton } from '../menu/menu-button.js'
import type { MenuItem, MenuLinesProps } from '../menu/menu.js'

export interface CopyMenuProps {
  /** The Markdown of the message. */
  getText: () => string
  /** The message as data. */
  getData: () => unknown
}

/** Copies a message as Markdown, as plain text or, for developers, as the JSON it is kept as. */
export function CopyMenu({ getText, getData }: CopyMenuProps) {
  const words = useWords().strings.messageActions
  const announce = useAnnounce()
  const isForPeople = useIsForPeople()
  const item = (label: string, read: () => string): MenuItem => ({
    id: label,
    label,
    run: () => void copyText(read()).then((done) => announce(done ? words.copied : words.copyFailed)),
  })
  const items = [
    item(words.markdown, getText),
    item(words.plain, () => plainText(getText())),
    ...(isForPeople ? [] : [item(words.json, () => prettyJson(getData(), 2))]),
  ]
  return (
    <MenuButton icon="chevron-down" label={words.copyAs}>
      {(place) => <LoadedLines groups={[items]} {...place} />}
    </MenuButton>
  )
}

/** If they fail to load the menu closes, and the next press tries again. */
function LoadedLines(props: MenuLinesProps) {
  const parts = useLazyModule(lazyLive, true, props.onClose)
  return parts ? createElement(parts.MenuLines, props) : null
}
