/**
 * A map that grows and never changes: each longer one shares the layers of the one before. Layers of like size are merged, so
 * there are few of them, and an entry is copied a few times only, however many come after it.
 */
export interface Layers<V> {
  /** Whoever makes the layer may fill it; afterwards it stays. */
  readonly top: Map<string, V>
  /** Weight of the layer: its entries; 0 for one that the next may as well be merged with. */
  readonly size: number
  readonly below: Layers<V> | null
}

/** The value on the highest layer that has one. There are few layers, so that recursion is no danger. */
export const find = <V>(layers: Layers<V> | null, key: string): V | undefined =>
  layers === null ? undefined : (layers.top.get(key) ?? find(layers.below, key))
