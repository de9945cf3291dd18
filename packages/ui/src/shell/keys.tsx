import { formatKeys, isApple } from '@antiphon/react/shortcuts'

/** A combination of keys as it is printed on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="ap:inline-flex ap:gap-1" data-slot="keys">
      {formatKeys(keys, isApple()).map((key, index) => (
        <kbd
          key={index}
          className="ap:inline-grid ap:h-5.5 ap:min-w-5.5 ap:place-items-center ap:rounded-sm ap:border ap:border-line ap:bg-surface ap:px-1.5 ap:font-mono ap:text-data ap:text-text-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
