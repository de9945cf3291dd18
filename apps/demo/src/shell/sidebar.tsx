import { Menu, type MenuItem } from '@antiphon/ui/parts'
import { formatKeys, isApple } from '@antiphon/ui/functions'
import { IconButton, Icon, type IconName } from '@antiphon/ui'
import { ThreadList } from '@antiphon/threads/ui'
import { useCallback, type ReactElement } from 'react'
import type { Transfer } from '../threads/use-transfer.js'
import { StorageNote } from '../threads/storage-note.js'
import { threadHref, type ThreadAddress } from '../threads/use-thread-address.js'
import type { Connection } from './connection.js'
import { AppIcon, Wordmark } from 'app-parts'
import { createStoredValue, useStoredValue } from '../stored-value.js'
import { words as appWords } from '../words/words.js'
import * as z from 'zod'

const foldedFolders = createStoredValue<readonly string[]>('folded', z.array(z.string()), [])

export interface SidebarProps {
  address: ThreadAddress
  /** Transcripts are open. */
  isViewing: boolean
  transfer: Transfer
  connection: Connection
  onSearch: () => void
  onOpenViewer: () => void
  onOpenSettings: () => void
  onFold: () => void
  foldLabel: string
  /** The lines of the menu at its foot. */
  menu: readonly (readonly MenuItem[])[]
  /** Called when something was chosen: a drawer then closes. */
  onChosen?: () => void
}

/** The column of conversations: the wordmark, the ways in, the list, and what the app is connected to. */
export function Sidebar(props: SidebarProps) {
  const { address, transfer, connection, onSearch, onOpenViewer, onOpenSettings, onChosen } = props
  const open = useCallback(
    (threadId: string): void => {
      address.open(threadId)
      onChosen?.()
    },
    [address, onChosen],
  )
  const leaveFor = (act: () => void) => (): void => {
    onChosen?.()
    act()
  }
  const { exportToFile, duplicate } = transfer
  const actionsOf = useCallback(
    ({ id }: { id: string }): MenuItem[] => [
      {
        id: 'export',
        label: appWords.shell.export,
        icon: <AppIcon name="share" />,
        run: () => void exportToFile(id),
      },
      {
        id: 'duplicate',
        label: appWords.actions.duplicate.label,
        icon: 'copy',
        run: () => void duplicate(id, open),
      },
    ],
    [duplicate, exportToFile, open],
  )

  return (
    <div className="flex h-full min-h-0 flex-col text-row">
      <div className="flex h-[52px] flex-none items-center justify-between ps-[18px] pe-2.5">
        <Wordmark />
        <IconButton
          icon={<AppIcon name="sidebar" />}
          label={props.foldLabel}
          data-keys="Mod+B"
          onClick={props.onFold}
        />
      </div>
      <div className="flex-none px-2 pb-1.5">
        <NavRow
          icon="edit"
          words={appWords.actions.new.label}
          keys="Mod+Shift+O"
          onClick={leaveFor(address.openNew)}
        />
        <NavRow
          icon={<AppIcon name="search" />}
          words={appWords.shell.search}
          keys="Mod+K"
          onClick={leaveFor(onSearch)}
        />
        <NavRow
          icon={<AppIcon name="folder" />}
          words={appWords.shell.transcripts}
          isCurrent={props.isViewing}
          onClick={leaveFor(onOpenViewer)}
        />
      </div>
      <ThreadList
        bare
        className="min-h-0 flex-1"
        currentId={address.threadId}
        hrefOf={threadHref}
        onOpen={open}
        onNew={address.openNew}
        actionsOf={actionsOf}
        folded={useStoredValue(foldedFolders)}
        onFoldedChange={foldedFolders.set}
      >
        {transfer.note && (
          <p role="status" className="flex-none px-[18px] py-2 text-data text-text-2">
            {transfer.note}
          </p>
        )}
        <StorageNote once />
      </ThreadList>
      <div className="flex h-14 flex-none items-center gap-0.5 border-t border-line px-2 pointer-coarse:px-1">
        <p className="flex min-w-0 flex-1 items-center gap-2.5 px-2.5 pointer-coarse:gap-2 pointer-coarse:pe-0">
          <span
            aria-hidden="true"
            data-state={connection.state}
            className="size-[7px] flex-none rounded-full border-[1.5px] border-text-3 data-[state=failed]:border-danger data-[state=failed]:bg-danger data-[state=reached]:border-success data-[state=reached]:bg-success"
          />
          <span className="min-w-0">
            <span className="sr-only">{appWords.shell.endpoint}</span>
            <b className="block truncate text-[13px] leading-[17px] font-medium" title={connection.name}>
              {connection.name}
            </b>
            <small className="block truncate text-[12px] leading-4 text-text-3">{connection.detail}</small>
          </span>
        </p>
        <IconButton
          icon={<AppIcon name="settings" />}
          label={appWords.shell.settings}
          aria-haspopup="dialog"
          onClick={leaveFor(onOpenSettings)}
        />
        <Menu label={appWords.shell.moreOfApp} groups={props.menu} />
      </div>
    </div>
  )
}

interface NavRowProps {
  icon: IconName | ReactElement
  words: string
  keys?: string
  isCurrent?: boolean
  onClick: () => void
}

function NavRow({ icon, words, keys, isCurrent, onClick }: NavRowProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      className="group flex h-[34px] aria-[current]:bg-press aria-[current]:text-text w-full items-center gap-2.5 rounded-button px-2.5 text-text-2 transition-colors duration-fast hover:bg-hover hover:text-text focus-visible:-outline-offset-2 pointer-coarse:h-11"
      onClick={onClick}
    >
      <span className="flex-none text-text-3">{typeof icon === 'string' ? <Icon name={icon} /> : icon}</span>
      <span className="flex-1 text-start whitespace-nowrap">{words}</span>
      {keys && (
        <kbd
          aria-hidden="true"
          className="rounded-code bg-hover px-1.5 font-sans text-[12px] leading-5 whitespace-nowrap max-[1099px]:hidden pointer-coarse:hidden"
        >
          {formatKeys(keys, isApple()).join(isApple() ? '' : ' ')}
        </kbd>
      )}
    </button>
  )
}
