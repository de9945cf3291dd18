import type { BlockNode } from './ast.js'
import { addLayer, findAll } from './grow-layers.js'
import { find } from './layers.js'
import { buildNode, firstOf } from './parse.js'
import type { Definition } from './parser/state.js'
import { GROUP, type Labelled } from './stream/state.js'
import type { StepFields } from './stream/step-fields.js'
import { append, emptyRope, flat, type Rope } from './rope.js'

const concat = (older: readonly Labelled[], newer: readonly Labelled[]): readonly Labelled[] =>
  older.concat(newer)

/** Remembers a closed block by its labels that a later definition could turn into links. */
export function remember(step: StepFields, block: Labelled, labels: readonly string[]): void {
  const open = labels.filter((label) => find(step.refs, label) === undefined)
  const top = new Map(open.map((label) => [label, [block]] as const))
  step.labelled = addLayer(step.labelled, top, concat)
}

/** Makes definitions known. Blocks that are closed already follow with `readAgain`. */
export function define(step: StepFields, found: ReadonlyMap<string, Definition>): void {
  const fresh = new Map([...found].filter(([label]) => find(step.refs, label) === undefined))
  if (fresh.size === 0) return
  step.refs = addLayer(step.refs, fresh, firstOf)
  step.late = append(step.late, [...fresh.keys()])
}

/**
 * Parses closed blocks again that use labels defined since: at once if that is cheap compared to the text, else with the
 * next definitions. Until then the label is shown as written.
 */
export function readAgain(step: StepFields, final: boolean): void {
  if (step.late.length === 0 || !(final || step.mayReread)) return
  const blocks = new Map<number, Labelled>()
  for (const label of flat(step.late))
    for (const block of findAll(step.labelled, label).flat()) blocks.set(block.index, block)
  step.late = emptyRope
  if (blocks.size === 0) return
  const groups = new Map<number, BlockNode[]>()
  for (const { index, start, end } of blocks.values()) {
    const at = Math.floor(index / GROUP)
    const group = groups.get(at) ?? step.closed[at]?.slice()
    const { blocks: parsed, env } = step.parse(step.src.slice(start, end))
    step.reread += end - start
    const node = parsed[0] === undefined ? null : buildNode(parsed[0], env)
    if (node === null || group === undefined) continue
    group[index % GROUP] = node
    groups.set(at, group)
  }
  step.closed = step.closed.map((group, i): Rope<BlockNode>[number] => groups.get(i) ?? group)
}
