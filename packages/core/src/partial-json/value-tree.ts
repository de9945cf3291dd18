import type { FieldPath, JsonValue } from './types.js'

/**
 * A value under construction: its open containers, from the outside in. The value itself is entry 0 of a list, so that it
 * does not need a special case. Snapshots of it share everything that did not grow in between.
 */
export type ValueTree = [Frame, ...Frame[]]

type Fields = Record<string | number, JsonValue>

interface Frame {
  node: JsonValue[] | Fields
  /** Where its next value goes; undefined between values. */
  key?: string | number
  /** Somebody has seen `node`: it must not be changed any more, but copied first. */
  seen?: boolean
}

export const createValueTree = (): ValueTree => [{ node: [], key: 0 }]

/** True when the next value goes into an array, false for an object, undefined when no container is open. */
function isInArray(tree: ValueTree): boolean | undefined {
  return tree.length > 1 ? Array.isArray(innermost(tree).node) : undefined
}

/** Says where the next value goes when that is an array: after the last one. */
export function beginItem(tree: ValueTree): void {
  if (isInArray(tree)) innermost(tree).key = (innermost(tree).node as JsonValue[]).length
}

/** Says where the next value goes in an object. */
export function beginField(tree: ValueTree, key: string): void {
  innermost(tree).key = key
}

/** Puts in a value that is whole. */
export function addValue(tree: ValueTree, value: JsonValue): void {
  put(innermost(tree), value)
  innermost(tree).key = undefined
}

export function openContainer(tree: ValueTree, node: Frame['node']): void {
  put(innermost(tree), node)
  tree.push({ node })
}

export function closeContainer(tree: ValueTree): void {
  addValue(tree, tree.pop()!.node)
}

/** The value so far, with the unfinished string or number at the place that grows. */
export function valueSoFar(tree: ValueTree, leaf?: JsonValue): JsonValue | undefined {
  let inner = leaf
  for (const frame of tree.toReversed()) {
    if (inner !== undefined) put(frame, inner)
    frame.seen = true
    inner = frame.node
  }
  return (tree[0].node as JsonValue[])[0]
}

/** The path to the place that grows; undefined when the value is whole. */
export function openPath(tree: ValueTree): FieldPath | undefined {
  if (tree[0].key === undefined) return undefined
  return tree.slice(1).flatMap(({ key }) => key ?? [])
}

function innermost(tree: ValueTree): Frame {
  return tree.at(-1)!
}

function put(frame: Frame, value: JsonValue): void {
  const key = frame.key!
  if (Object.is((frame.node as Fields)[key], value)) return
  if (frame.seen) frame.node = Array.isArray(frame.node) ? frame.node.slice() : { ...frame.node }
  frame.seen = false
  // A plain assignment would set the prototype.
  if (key === '__proto__')
    Object.defineProperty(frame.node, key, { value, writable: true, enumerable: true, configurable: true })
  else (frame.node as Fields)[key] = value
}
