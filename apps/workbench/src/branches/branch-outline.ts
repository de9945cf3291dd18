import { contentToText, type StoredMessage, type ThreadTree } from '@antiphon/core'
import { plainText } from '@antiphon/ui/functions'
import { englishVersions } from '../words/english-versions.js'

/** A stretch of a thread without versions, and the stretches that go on from its end. */
export interface Stretch {
  /** Ids of its messages, in order. */
  ids: readonly string[]
  /** How it begins, in words. */
  label: string
  role: StoredMessage['role']
  /** It is part of what is shown. */
  isShown: boolean
  /** Versions: more than one, or none. */
  versions: readonly Stretch[]
}

/** A thread with all its versions, folded so that only the places where it branches remain. */
export function outlineBranches({ nodes }: ThreadTree, shown: ReadonlySet<string>): readonly Stretch[] {
  const children = new Map<string | null, StoredMessage[]>()
  for (const { message, parent } of nodes) children.set(parent, [...(children.get(parent) ?? []), message])

  const stretchFrom = (first: StoredMessage): Stretch => {
    const ids = [first.id]
    let next = children.get(first.id) ?? []
    while (next.length === 1) {
      ids.push(next[0]!.id)
      next = children.get(next[0]!.id) ?? []
    }
    return {
      ids,
      label: labelOf(first),
      role: first.role,
      isShown: shown.has(first.id),
      versions: next.map(stretchFrom),
    }
  }
  return (children.get(null) ?? []).map(stretchFrom)
}

function labelOf(message: StoredMessage): string {
  const text = plainText(contentToText(message.content)).trim().replace(/\s+/g, ' ')
  if (text !== '') return text.slice(0, 120)
  if (message.role !== 'assistant') return englishVersions.empty
  const [call] = message.tool_calls ?? []
  return call
    ? englishVersions.calls(call.function.name)
    : (message.error?.message.slice(0, 120) ?? englishVersions.empty)
}
