'use client'

import { englishKeys } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { standsAlone } from '../../lib/own-root.js'
import { isApple } from '../../lib/device.js'
import { formatKeys } from '../../lib/keys.js'

/** A combination of keys as it is printed on the keyboard: one plate, so that three keys take no more room than their words. */
export const Keys = /* @__PURE__ */ standsAlone(function Keys({ keys }: { keys: string }) {
  const apple = isApple()
  const names: Readonly<Record<string, string>> = useEntryWords('keys', englishKeys)
  return (
    <kbd
      data-slot="keys"
      className="ap:inline-grid ap:h-5 ap:min-w-5 ap:flex-none ap:place-items-center ap:rounded-code ap:bg-hover ap:px-1.5 ap:font-sans ap:text-[.75rem] ap:leading-none ap:whitespace-nowrap ap:text-text-2"
    >
      {formatKeys(keys, apple)
        .map((key) => names[key] ?? key)
        .join(apple ? '' : ' ')}
    </kbd>
  )
})
