'use client'

import type { ChatState } from '@antiphon/core'
import { Icon } from '../../icons/icon.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/button.js'
import { Root, type RootProps } from '../part/part.js'
import { useToolTitles } from '../tool-call/tool-title.js'

export interface ToolGrantsProps extends RootProps<'div'> {
  grants: readonly ChatState['grants'][number][]
  onRevoke: (toolName: string) => void
}

/** The tools that run without a question for the rest of the chat, each with the way to take that back. */
export function ToolGrants({ grants, onRevoke, ...rest }: ToolGrantsProps) {
  const { strings } = useWords()
  const titles = useToolTitles()
  if (grants.length === 0) return null
  return (
    <Root slot="tool-grants" {...rest}>
      <Icon name="awaiting" />
      <span>{strings.approval.granted}</span>
      <ul role="list">
        {grants.map(({ toolName }) => (
          <li key={toolName}>
            <code>
              <RevealedText text={titles(toolName) ?? toolName} />
            </code>
            <IconButton
              icon="close"
              label={strings.approval.revoke(revealToString(titles(toolName) ?? toolName))}
              onClick={() => onRevoke(toolName)}
            />
          </li>
        ))}
      </ul>
    </Root>
  )
}
