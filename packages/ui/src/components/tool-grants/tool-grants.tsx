import type { ToolGrant } from '@antiphon/core'
import type { ComponentProps } from 'react'
import { Icon } from '../../icons/icon.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/icon-button.js'

export interface ToolGrantsProps extends Omit<ComponentProps<'div'>, 'children'> {
  grants: readonly ToolGrant[]
  onRevoke: (toolName: string) => void
}

/** The tools that run without a question for the rest of the chat, each with the way to take that back (trust S35). */
export function ToolGrants({ grants, onRevoke, ...rest }: ToolGrantsProps) {
  const { strings } = useWords()
  if (grants.length === 0) return null
  return (
    <div data-slot="tool-grants" {...rest}>
      <Icon name="awaiting" />
      <span>{strings.approval.granted}</span>
      <ul role="list">
        {grants.map(({ toolName }) => (
          <li key={toolName}>
            <code>
              <RevealedText text={toolName} />
            </code>
            <IconButton
              icon="close"
              label={strings.approval.revoke(revealToString(toolName))}
              onClick={() => onRevoke(toolName)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
