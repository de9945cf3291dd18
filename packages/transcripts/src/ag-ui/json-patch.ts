import { copyJson, isRecord } from '@antiphon/base'

/** Keys through which a patch would reach what all objects share. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The value with a JSON Patch (RFC 6902) applied. A patch that does not fit, such as one about a path that is not there, changes
 * nothing at all: the next snapshot says what is true.
 */
export function applyPatch(value: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) return value
  let next = copyJson(value)
  for (const operation of patch) {
    const done = isRecord(operation) ? applyOne(next, operation) : undefined
    if (!done) return value
    next = done.value
  }
  return next
}

function applyOne(root: unknown, operation: Record<string, unknown>): { value: unknown } | undefined {
  const { op } = operation
  const path = readPath(operation.path)
  if (!path) return undefined
  switch (op) {
    case 'add':
      return write(root, path, copyJson(operation.value), true)
    case 'replace':
      return find(root, path) && write(root, path, copyJson(operation.value), false)
    case 'remove':
      return remove(root, path)
    case 'test': {
      const found = find(root, path)
      return found && JSON.stringify(found.value) === JSON.stringify(operation.value)
        ? { value: root }
        : undefined
    }
    case 'move':
    case 'copy': {
      const from = readPath(operation.from)
      const found = from && find(root, from)
      if (!from || !found) return undefined
      const moved = copyJson(found.value)
      const rest = op === 'move' ? remove(root, from) : { value: root }
      return rest && write(rest.value, path, moved, true)
    }
  }
  return undefined
}

/** The keys of a JSON Pointer; undefined for anything else. */
function readPath(pointer: unknown): string[] | undefined {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) return undefined
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.some((key) => FORBIDDEN.has(key)) ? undefined : keys
}

function find(root: unknown, path: readonly string[]): { value: unknown } | undefined {
  let value = root
  for (const key of path) {
    if (
      Array.isArray(value) ? !isIndex(key, value.length - 1) : !isRecord(value) || !Object.hasOwn(value, key)
    )
      return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return { value }
}

const isIndex = (key: string, most: number): boolean => /^(?:0|[1-9]\d*)$/.test(key) && Number(key) <= most

function write(
  root: unknown,
  path: readonly string[],
  value: unknown,
  inserts: boolean,
): { value: unknown } | undefined {
  const key = path.at(-1)
  if (key === undefined) return { value }
  const parent = find(root, path.slice(0, -1))?.value
  if (Array.isArray(parent)) {
    if (key !== '-' && !isIndex(key, inserts ? parent.length : parent.length - 1)) return undefined
    parent.splice(key === '-' ? parent.length : Number(key), inserts ? 0 : 1, value)
  } else if (isRecord(parent)) parent[key] = value
  else return undefined
  return { value: root }
}

function remove(root: unknown, path: readonly string[]): { value: unknown } | undefined {
  const key = path.at(-1)
  if (key === undefined || !find(root, path)) return undefined
  const parent = find(root, path.slice(0, -1))?.value
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete (parent as Record<string, unknown>)[key]
  return { value: root }
}
