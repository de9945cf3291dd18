import type { FieldPath, JsonValue } from './partial-json-types.js'

type Container = JsonValue[] | { [key: string]: JsonValue }

/** A container that is not closed. */
interface Frame {
  node: Container
  /** Where its next value goes; undefined between values. */
  key: string | number | undefined
  /** Somebody has seen `node`: it must not be changed any more, but copied first. */
  seen: boolean
}

/** A value under construction. Pictures of it share everything that did not grow in between. */
export interface ValueTree {
  /** Containers that are open. */
  depth(): number
  /** True when the innermost open container is an array; undefined when none is open. */
  inArray(): boolean | undefined
  /** Says where the next value goes. In an array that is the place after the last one. */
  begin(key?: string): void
  /** Puts a finished value where it goes. */
  add(value: JsonValue): void
  open(container: Container): void
  close(): void
  /** The value so far, `leaf` being what there is of a string or number at the place that grows. */
  look(leaf?: JsonValue): JsonValue | undefined
  /** The way to the place that grows; undefined when the value is closed. */
  openPath(): FieldPath | undefined
}

export function createValueTree(): ValueTree {
  // The value itself lives at place 0 of a list, so that it is no special case.
  const root: Frame = { node: [], key: 0, seen: false }
  const frames = [root]
  let top = root

  return {
    depth: () => frames.length - 1,
    inArray: () => (top === root ? undefined : Array.isArray(top.node)),
    begin(key) {
      if (top !== root) top.key = key ?? (top.node as JsonValue[]).length
    },
    add(value) {
      put(top, value)
      top.key = undefined
    },
    open(container) {
      put(top, container)
      top = { node: container, key: undefined, seen: false }
      frames.push(top)
    },
    close() {
      const { node } = frames.pop()!
      top = frames.at(-1)!
      if (valueAt(top) !== node) put(top, node)
      top.key = undefined
    },
    look(leaf) {
      if (leaf !== undefined && valueAt(top) !== leaf) put(top, leaf)
      for (let depth = frames.length - 1; depth >= 0; depth--) {
        const frame = frames[depth]!
        const inner = frames[depth + 1]
        if (inner && valueAt(frame) !== inner.node) put(frame, inner.node)
        frame.seen = true
      }
      return (root.node as JsonValue[])[0]
    },
    openPath() {
      if (root.key === undefined) return undefined
      const path: (string | number)[] = []
      for (const { key } of frames.slice(1)) if (key !== undefined) path.push(key)
      return path
    },
  }
}

function valueAt({ node, key }: Frame): unknown {
  return (node as Record<string | number, unknown>)[key!]
}

function put(frame: Frame, value: JsonValue): void {
  if (frame.seen) {
    frame.node = Array.isArray(frame.node) ? frame.node.slice() : { ...frame.node }
    frame.seen = false
  }
  const node = frame.node as Record<string | number, JsonValue>
  // A plain assignment would set the prototype.
  if (frame.key === '__proto__')
    Object.defineProperty(node, frame.key, { value, writable: true, enumerable: true, configurable: true })
  else node[frame.key!] = value
}
