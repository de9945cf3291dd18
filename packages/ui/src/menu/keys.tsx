'use client'

import { formatKeys, isApple } from '@antiphon/react/shortcuts'

/** A combination of keys as it is printed on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="ap:inline-flex ap:gap-[3px]" data-slot="keys">
      {formatKeys(keys, isApple()).map((key, index) => (
        <kbd
          key={index}
          className="ap:inline-grid ap:h-5 ap:min-w-5 ap:place-items-center ap:rounded-code ap:bg-hover ap:px-[5px] ap:font-sans ap:text-[.75rem] ap:leading-none ap:text-text-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
