import { isRecord, type JsonObject } from '@antiphon/core/internal'

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/gy
/** Deeper than any schema that a service takes. */
const DEEPEST = 100
const LONGEST_LIST = 10_000

/** Puts a piece of streamed arguments where its JSON path says; texts are appended. Gives the arguments again. */
export function setAtJsonPath(args: unknown, piece: JsonObject): unknown {
  const path = stepsOf(piece.jsonPath)
  if (!path) return args
  return put(args, path, piece)
}

function stepsOf(path: unknown): (string | number)[] | undefined {
  if (typeof path !== 'string' || !path.startsWith('$')) return undefined
  const steps: (string | number)[] = []
  STEP.lastIndex = 1
  for (let match = STEP.exec(path); match; match = STEP.exec(path)) {
    const [, name, index, quoted, doubled] = match
    const at = Number(index)
    if (index !== undefined && at >= LONGEST_LIST) return undefined
    steps.push(index === undefined ? (name ?? quoted ?? doubled ?? '') : at)
  }
  const isSafe = steps.length <= DEEPEST && !steps.includes('__proto__')
  return isSafe && steps.length > 0 ? steps : undefined
}

function put(target: unknown, [step, ...rest]: readonly (string | number)[], piece: JsonObject): unknown {
  if (step === undefined) return valueOf(target, piece)
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(target) ? target : []
    // A list has no holes: what is left out is null.
    while (list.length < step) list.push(null)
    list[step] = put(list[step], rest, piece)
    return list
  }
  const record = isRecord(target) ? target : {}
  record[step] = put(record[step], rest, piece)
  return record
}

function valueOf(before: unknown, { stringValue, numberValue, boolValue }: JsonObject): unknown {
  if (typeof stringValue === 'string') return (typeof before === 'string' ? before : '') + stringValue
  if (typeof numberValue === 'number') return numberValue
  return typeof boolValue === 'boolean' ? boolValue : null
}
