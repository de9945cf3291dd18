import { Transcript } from '@antiphon/ui'
import { englishLook, LookEditor, lookCss, plainLook, type Density, type Look, type Theme } from 'app-parts'
import { useState } from 'react'
import { lookPreview } from './look-preview.js'
import { useSheet } from './use-sheet.js'

const words = {
  ...englishLook,
  theme: 'Appearance',
  themes: { system: 'Page', light: 'Light', dark: 'Dark' },
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
}

/** The editor of looks beside a conversation in that look, and the sheet that gives an app the same. */
export function LiveTheme() {
  const [look, setLook] = useState<Look>({ ...plainLook, accent: '#7c3aed', radius: '6' })
  const [theme, setTheme] = useState<Theme>('system')
  const [density, setDensity] = useState<Density>('comfortable')
  const css = lookCss(look)
  useSheet(css.replace('[data-antiphon-root]', '.look-preview [data-antiphon-root]'))
  return (
    <div className="look-page">
      <div data-antiphon-root className="look-editor">
        <LookEditor
          look={look}
          onLook={setLook}
          theme={theme}
          setTheme={setTheme}
          density={density}
          setDensity={setDensity}
          words={words}
        />
      </div>
      <div
        className="look-preview"
        data-theme={theme === 'system' ? undefined : theme}
        data-density={density}
        role="group"
        aria-label="A conversation in this look"
      >
        <Transcript messages={lookPreview} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached with the keyboard */}
      <pre className="look-css" tabIndex={0} aria-label="The sheet of this look">
        {css || '/* The look that the kit comes with needs no sheet. */'}
      </pre>
    </div>
  )
}
