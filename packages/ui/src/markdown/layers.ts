/**
 * An immutable map that grows: each longer map shares the layers of the one before. Layers of similar size are merged, so
 * there are few of them, and each entry is copied only a few times.
 */
export interface Layers<V> {
  /** The creator of the layer may fill it. Later it never changes. */
  readonly top: Map<string, V>
  /** Weight of the layer: its entries; 0 for one that the next may as well be merged with. */
  readonly size: number
  readonly below: Layers<V> | null
}

/** The value on the highest layer that has one. There are few layers, so recursion is safe. */
export const find = <V>(layers: Layers<V> | null, key: string): V | undefined =>
  layers === null ? undefined : (layers.top.get(key) ?? find(layers.below, key))
