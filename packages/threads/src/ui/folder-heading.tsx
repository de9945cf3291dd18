'use client'

import { useRef, useState } from 'react'
import { Icon } from '@antiphon/ui'
import { Menu, useEntryWords } from '@antiphon/ui/parts'
import { englishThreads } from './english.js'
import { RenameField } from './rename-field.js'

export interface FolderHeadingProps {
  folder: string
  /** Id of the list of its threads. */
  listId: string
  isFolded: boolean
  /** True for the folder at which Tab enters the list. */
  isStop: boolean
  onFold: () => void
  onRename: (folder: string, name: string) => void
}

/** The heading of a folder, which opens and folds it, with its menu. F2 renames. */
export function FolderHeading({ folder, listId, isFolded, isStop, onFold, onRename }: FolderHeadingProps) {
  const [isEdited, setEdited] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = useEntryWords('threads', englishThreads)
  const tabIndex = isStop ? 0 : -1
  const rename = (): void => setEdited(true)
  const endEdit = (next = ''): void => {
    setEdited(false)
    const name = next.trim()
    if (name && name !== folder) return onRename(folder, name)
    // The field is gone; the focus stays with the folder.
    setTimeout(() => button.current?.focus())
  }
  if (isEdited)
    return (
      <RenameField
        title={folder}
        onEnd={endEdit}
        aria-label={words.folder}
        className="ap:mt-2 ap:-mb-px ap:h-7 ap:w-full ap:px-2.5 ap:text-row ap:pointer-coarse:h-11"
      />
    )
  return (
    <div data-slot="thread-heading">
      <h3>
        <button
          ref={button}
          type="button"
          data-slot="thread-folder"
          dir="auto"
          aria-expanded={!isFolded}
          aria-controls={listId}
          aria-keyshortcuts="F2"
          tabIndex={tabIndex}
          onClick={onFold}
          onKeyDown={(event) => event.key === 'F2' && rename()}
        >
          <Icon name="chevron" className="ap:size-3" />
          <span className="ap:truncate">{folder}</span>
        </button>
      </h3>
      <Menu
        label={words.folderActions(folder)}
        tabIndex={tabIndex}
        groups={[[{ id: 'rename', label: words.rename, icon: 'edit', keys: 'F2', run: rename }]]}
      />
    </div>
  )
}
