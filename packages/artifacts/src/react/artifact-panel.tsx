'use client'

import type { ChatController } from '@antiphon/core'
import { BranchPicker, Button, copyText, Icon, IconButton, RevealedText } from '@antiphon/ui'
import { saveFile } from '@antiphon/ui/functions'
import { Announcer, Modal, standsAlone, useAnnounce, useEntryWords } from '@antiphon/ui/parts'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { ArtifactBody } from './artifact-body.js'
import type { ArtifactPlace } from './artifact-card.js'
import { artifactFileName } from './artifact-file.js'
import { englishArtifacts } from './english.js'
import { useArtifacts } from './use-artifacts.js'

/** The panel of one artifact. It takes the attributes of a `section` too. */
export interface ArtifactPanelProps extends Omit<ComponentProps<'section'>, 'children'> {
  chat: ChatController
  shown: ArtifactPlace
  /** A person chose another version. */
  onShow: (place: ArtifactPlace) => void
  /** Called by its button and by Escape. The focus then goes back to what opened the panel, if that is still there. */
  onClose: () => void
  /** As `framePage` of the apps of MCP servers: needed where the policy of the page allows no inline scripts. */
  framePage?: string
  /** At its beginning, such as an edge that can be moved. */
  children?: ReactNode
}

/**
 * An artifact beside the conversation: its versions, its source, copy, download, and a view over the whole window. It fills its
 * place and takes the focus when it opens.
 */
export const ArtifactPanel = /* @__PURE__ */ standsAlone(function ArtifactPanel(props: ArtifactPanelProps) {
  return (
    <Announcer>
      {/* Another artifact begins as it would in a new panel. */}
      <Panel key={props.shown.id} {...props} />
    </Announcer>
  )
})

function Panel({ chat, shown, onShow, onClose, framePage, children, ...rest }: ArtifactPanelProps) {
  const words = useEntryWords('artifacts', englishArtifacts)
  const artifact = useArtifacts(chat).find(({ id }) => id === shown.id)
  const versions = artifact?.versions ?? []
  const chosen = versions.findIndex(({ key }) => key === shown.version)
  const at = chosen < 0 ? versions.length - 1 : chosen
  const version = versions[at]
  const [asSource, setAsSource] = useState(false)
  const [isFull, setFull] = useState(false)
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    const opener = document.activeElement
    // One moves on along tabs by keys: they keep the focus.
    if (opener?.getAttribute('role') === 'tab') return
    panel.current?.focus()
    return () => {
      // The focus was in the panel, which is gone.
      const isLost = document.activeElement === document.body || document.activeElement === null
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  const name = version ? words.panel(version.title) : words.none
  const facts = version && [words.kind[version.kind], ...(version.isComplete ? [] : [words.writing])]
  const body = version && (
    <ArtifactBody version={version} label={name} asSource={asSource} framePage={framePage} />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever in it the focus is; in full it closes that view alone
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={name}
      data-slot="artifact-panel"
      data-print="hide"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      {...rest}
      className={`ap:relative ap:flex ap:h-full ap:min-h-0 ap:flex-col ap:bg-bg ap:outline-none ${rest.className ?? ''}`}
    >
      {children}
      <header className="ap:@container ap:flex-none ap:border-b ap:border-line">
        <div className="ap:flex ap:min-h-13 ap:flex-wrap ap:items-center ap:gap-x-1 ap:ps-5 ap:pe-2">
          <div className="ap:min-w-24 ap:flex-1 ap:py-1.5">
            <div className="ap:truncate ap:text-row ap:font-title">
              {version ? <RevealedText text={version.title} /> : words.none}
            </div>
            <div className="ap:text-data ap:text-text-3">{facts?.join(' · ')}</div>
          </div>
          {/* In a narrow place a row of their own, so that the cross stays beside the title. */}
          <div className="ap:flex ap:items-center ap:gap-x-1 ap:@max-[28rem]:order-1 ap:@max-[28rem]:-ms-2 ap:@max-[28rem]:w-full ap:@max-[28rem]:pb-1">
            <BranchPicker
              className="ap:text-data"
              index={at}
              total={versions.length}
              onIndexChange={(next) =>
                onShow(
                  next === versions.length - 1
                    ? { id: shown.id }
                    : { id: shown.id, version: versions[next]!.key },
                )
              }
            />
            {version && (
              <>
                {version.kind !== 'code' && (
                  <Button variant="small" aria-pressed={asSource} onClick={() => setAsSource(!asSource)}>
                    {words.source}
                  </Button>
                )}
                <CopyButton key={version.key} text={version.content} />
                <IconButton
                  icon="save"
                  label={words.download}
                  onClick={() => saveFile(new Blob([version.content]), artifactFileName(version))}
                />
                <IconButton icon={expand} label={words.full} onClick={() => setFull(true)} />
              </>
            )}
          </div>
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </div>
      </header>
      <div className="ap:min-h-0 ap:flex-1">
        {!version && <p className="ap:p-5 ap:text-text-2">{words.gone}</p>}
        {!isFull && body}
      </div>
      {isFull && version && (
        <Modal
          aria-label={name}
          style={{
            inlineSize: 'calc(100vw - 2rem)',
            maxInlineSize: 'none',
            blockSize: 'calc(100dvh - 2rem)',
          }}
          onClose={() => setFull(false)}
        >
          <div className="ap:flex ap:h-full ap:flex-col">
            <header className="ap:flex ap:min-h-13 ap:flex-none ap:items-center ap:gap-1 ap:border-b ap:border-line ap:ps-5 ap:pe-2">
              <div className="ap:min-w-0 ap:flex-1 ap:truncate ap:font-title">
                <RevealedText text={version.title} />
              </div>
              <IconButton icon="close" label={words.closeFull} onClick={() => setFull(false)} />
            </header>
            <div className="ap:min-h-0 ap:flex-1">{body}</div>
          </div>
        </Modal>
      )}
    </section>
  )
}

const expand = (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d="M9.5 2.5h4v4M13 3 9 7M6.5 13.5h-4v-4M3 13l4-4" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

/** How long the tick is in place of the icon, ms. */
const TICK_MS = 1_500

function CopyButton({ text }: { text: string }) {
  const words = useEntryWords('artifacts', englishArtifacts)
  const announce = useAnnounce()
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), TICK_MS)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text)
    announce(isCopied ? words.copied : words.copyFailed)
    if (isCopied) setCopies((last) => last + 1)
  }
  return (
    <IconButton
      icon={copies > 0 ? <Icon name="done" /> : 'copy'}
      label={words.copy}
      onClick={() => void copy()}
    />
  )
}
