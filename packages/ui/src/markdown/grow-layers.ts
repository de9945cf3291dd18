import type { Layers } from './layers.js'

/** The layers with `top` put on them. `join` gives the one value of a key that is in both. */
export function addLayer<V>(
  layers: Layers<V> | null,
  top: Map<string, V>,
  join: (older: V, newer: V) => V,
): Layers<V> | null {
  if (top.size === 0) return layers
  let merged = top
  let below = layers
  let weight = top.size
  while (below !== null && below.size <= weight * 2) {
    const both = new Map(below.top)
    for (const [key, value] of merged) {
      const older = both.get(key)
      both.set(key, older === undefined ? value : join(older, value))
    }
    merged = both
    weight += below.size
    below = below.below
  }
  return { top: merged, size: weight, below }
}

/** The values of all layers, the latest first. */
export function findAll<V>(layers: Layers<V> | null, key: string): V[] {
  const found: V[] = []
  for (let at = layers; at !== null; at = at.below) {
    const value = at.top.get(key)
    if (value !== undefined) found.push(value)
  }
  return found
}

/** All entries as one map. */
export function allOf<V>(layers: Layers<V> | null, join: (older: V, newer: V) => V): Map<string, V> {
  const all = new Map<string, V>()
  for (let at = layers; at !== null; at = at.below)
    for (const [key, value] of at.top) {
      const newer = all.get(key)
      all.set(key, newer === undefined ? value : join(value, newer))
    }
  return all
}
