import { useThreads } from '@antiphon/threads/react'
import { IconButton } from '@antiphon/ui'
import { Menu } from '@antiphon/ui/parts'
import { Icon } from '@antiphon/ui'
import { RenameField } from '@antiphon/threads/ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useOfChat, type SubscribeChat } from '../threads/follow-chat.js'
import { AppIcon, useMedia } from 'app-parts'
import { menuOf, type Action } from './use-actions.js'
import { words } from '../words/words.js'

const subscribeState: SubscribeChat = (chat, listener) => chat.subscribe(listener)

/** A wide header has the wire, the export and the name of the conversation as buttons; a narrow one has room for the menu alone. */
const wideMenu = [['find', 'system'], ['looks'], ['pin', 'duplicate', 'delete']]
const narrowMenu = [['wire', 'find', 'export'], ['system'], ['pin', 'delete']]

/** The title that the page came with. */
const APP = globalThis.document?.title

export interface ColumnHeaderProps {
  /** Another view covers the conversation. */
  inert: boolean
  threadId: string
  /** The list of conversations is not on screen: a button shows it. */
  hasListButton: boolean
  onShowList: () => void
  onNew: () => void
  /** The model in use, as a chip, or as a button with other words. */
  renderModel: (words?: ReactNode) => ReactNode
  modelName: string
  wireIsOpen: boolean
  onToggleWire: () => void
  actions: readonly Action[]
}

/** Header of the conversation: its title, the model that answers, and the actions on it. */
export function ColumnHeader(props: ColumnHeaderProps) {
  const {
    threadId,
    hasListButton,
    onShowList,
    onNew,
    renderModel,
    modelName,
    wireIsOpen,
    onToggleWire,
    actions,
  } = props
  const { threads } = useThreads()
  const thread = threads.find(({ id }) => id === threadId)
  const title = thread && (thread.title || words.shell.untitled)
  // A narrow header has one button for both: the title over the model.
  const exportThis = actions.find(({ id }) => id === 'export')
  const isNarrow = useMedia('(max-width: 719px)')
  const asks = useOfChat(threadId, subscribeState, (chat) => chat?.getApprovals()[0]?.toolName)
  useEffect(() => {
    const first = asks === undefined ? title : words.shell.asks(asks)
    document.title = first ? `${first} · ${APP}` : APP
  }, [asks, title])
  return (
    <header
      data-slot="column-header"
      inert={props.inert}
      className="flex h-[52px] flex-none items-center gap-1 ps-4 pe-3 max-[719px]:h-14 max-[719px]:px-1 [@media(height<480px)]:h-11 print:hidden"
    >
      {hasListButton && (
        <span className="flex flex-none min-[720px]:-ms-2">
          <IconButton
            icon={<AppIcon name={isNarrow ? 'menu' : 'sidebar'} />}
            label={words.shell.conversations}
            aria-haspopup="dialog"
            onClick={onShowList}
          />
          <span className="max-[719px]:hidden">
            <IconButton icon="edit" label={words.shell.newConversation} onClick={onNew} />
          </span>
        </span>
      )}
      <div className="flex min-w-0 flex-1 items-center gap-1 max-[719px]:justify-center">
        {isNarrow ? (
          <>
            <h1 className="sr-only">{title ?? words.shell.newConversation}</h1>
            {renderModel(
              <span className="model-over">
                <span className="min-w-0 truncate text-[12px] leading-4">
                  <span className="sr-only">{words.shell.model}</span>
                  {modelName}
                </span>
                <b
                  dir="auto"
                  className="min-w-0 max-w-full truncate text-[14px] leading-[18px] font-name text-text"
                >
                  {title ?? words.shell.newConversation}
                </b>
              </span>,
            )}
          </>
        ) : (
          <>
            <ThreadTitle key={threadId} threadId={threadId} title={title} />
            {renderModel()}
          </>
        )}
      </div>
      <button
        type="button"
        data-slot="wire-button"
        aria-expanded={wireIsOpen}
        className="inline-flex h-8 flex-none items-center gap-2 rounded-button px-2.5 text-[13px] text-text-2 transition-colors duration-fast hover:bg-hover hover:text-text aria-expanded:bg-press aria-expanded:text-text max-[719px]:hidden pointer-coarse:h-11"
        onClick={onToggleWire}
      >
        <AppIcon name="wire" />
        {words.shell.wire}
      </button>
      <span className="flex-none max-[719px]:hidden">
        <IconButton
          icon={<AppIcon name="share" />}
          label={words.actions.export.label}
          data-keys="Mod+Shift+E"
          aria-disabled={exportThis?.isAvailable?.() ? undefined : true}
          onClick={() => exportThis?.isAvailable?.() && exportThis.run()}
        />
      </span>
      <Menu label={words.shell.more} groups={menuOf(actions, ...(isNarrow ? narrowMenu : wideMenu))} />
    </header>
  )
}

/** The title of the thread, in the place where it is renamed. */
function ThreadTitle({ threadId, title }: { threadId: string; title: string | undefined }) {
  const { rename } = useThreads()
  const [isRenaming, setRenaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (title === undefined) return <h1 className="sr-only">{words.shell.newConversation}</h1>
  const end = (next?: string): void => {
    setRenaming(false)
    if (next !== undefined && next.trim() !== '' && next.trim() !== title)
      void rename(threadId, next.trim()).catch(() => {})
    setTimeout(() => button.current?.focus())
  }
  return (
    <h1 className="-ms-1 flex min-w-0 max-w-full text-[14px] leading-5 font-name tracking-[-.006em]">
      {isRenaming ? (
        <RenameField
          title={title}
          onEnd={end}
          className="h-[30px] w-[260px] max-w-full px-2 font-name pointer-coarse:h-11"
        />
      ) : (
        <button
          ref={button}
          type="button"
          title={words.shell.rename(title)}
          className="group flex h-[30px] min-w-0 items-center gap-1.5 rounded-button px-2 transition-colors duration-fast hover:bg-hover pointer-coarse:h-11"
          onClick={() => setRenaming(true)}
        >
          <span dir="auto" className="min-w-0 truncate">
            {title}
          </span>
          <Icon name="edit" className="hidden text-text-3 group-hover:block group-focus-visible:block" />
        </button>
      )}
    </h1>
  )
}
