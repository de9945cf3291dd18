import { Button, copyText } from '@antiphon/ui'
import { useId, useState } from 'react'
import { contrasts, fonts, lookCss, plainLook, radii, type Look } from './look.js'
import type { LookWords } from './look-words.js'
import { densities, themes, type Density, type Theme } from './theme.js'

const accents = ['#0e7490', '#475569', '#4338ca', '#7c3aed', '#be185d', '#c2410c', '#15803d']

type Preset = keyof LookWords['presets']
const presets: Record<Preset, { look: Partial<Look>; theme?: Theme; density?: Density }> = {
  antiphon: { look: {} },
  slate: { look: { accent: '#475569', radius: '6', font: 'system' } },
  warm: { look: { accent: '#c2410c', radius: '16', font: 'serif' } },
  terminal: { look: { accent: '#15803d', radius: '0', font: 'mono' }, theme: 'dark', density: 'compact' },
  contrast: { look: { accent: '#1d4ed8', contrast: 'high' } },
}

export interface LookEditorProps {
  look: Look
  onLook: (look: Look) => void
  theme: Theme
  setTheme: (theme: Theme) => void
  density: Density
  setDensity: (density: Density) => void
  words: LookWords & {
    theme: string
    themes: Readonly<Record<Theme, string>>
    density: string
    densities: Readonly<Record<Density, string>>
  }
}

/** The looks that a host can give the kit, each with its values in sight, and the sheet that does the same in an app. */
export function LookEditor(props: LookEditorProps) {
  const { look, onLook, theme, setTheme, density, setDensity, words } = props
  const id = useId()
  const [isCopied, setIsCopied] = useState(false)
  const change = (part: Partial<Look>): void => {
    setIsCopied(false)
    onLook({ ...look, ...part })
  }
  const css = lookCss(look)
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {(Object.keys(presets) as Preset[]).map((name) => (
          <Button
            key={name}
            onClick={() => {
              const preset = presets[name]
              setIsCopied(false)
              onLook({ ...plainLook, ...preset.look })
              setTheme(preset.theme ?? 'system')
              setDensity(preset.density ?? 'comfortable')
            }}
          >
            {words.presets[name]}
          </Button>
        ))}
      </div>
      <fieldset className="mt-3 flex flex-wrap items-center gap-1.5">
        <legend className="mb-1 text-data text-text-2">{words.accent}</legend>
        {accents.map((accent) => (
          <label key={accent} className="relative flex size-6 pointer-coarse:size-11">
            <input
              type="radio"
              name={`${id}-accent`}
              aria-label={words.accents[accents.indexOf(accent)]}
              className="absolute inset-0 m-0 cursor-pointer appearance-none rounded-full border-2 border-raised outline-offset-1 checked:outline-2 checked:outline-text"
              style={{ background: accent }}
              checked={look.accent === accent}
              onChange={() => change({ accent })}
            />
          </label>
        ))}
        <input
          type="color"
          aria-label={words.anyAccent}
          title={words.anyAccent}
          className="h-6 w-9 cursor-pointer pointer-coarse:w-11 rounded-code border border-edge bg-raised pointer-coarse:h-11"
          value={look.accent ?? accents[0]}
          onChange={(event) => change({ accent: event.target.value })}
        />
      </fieldset>
      <Segments label={words.theme} values={themes} names={words.themes} value={theme} onChange={setTheme} />
      <Segments
        label={words.corners}
        values={radii}
        names={words.radii}
        value={look.radius}
        onChange={(radius) => change({ radius })}
      />
      <Segments
        label={words.density}
        values={densities}
        names={words.densities}
        value={density}
        onChange={setDensity}
      />
      <Segments
        label={words.font}
        values={fonts}
        names={words.fonts}
        value={look.font}
        onChange={(font) => change({ font })}
      />
      <Segments
        label={words.contrast}
        values={contrasts}
        names={words.contrasts}
        value={look.contrast}
        onChange={(contrast) => change({ contrast })}
      />
      <div className="mt-4 flex items-center justify-between gap-2 border-t border-line pt-3">
        <p className="text-data text-text-2" role="status">
          {isCopied
            ? words.copied
            : css === ''
              ? words.nothing
              : words.properties(css.split('\n').length - 3)}
        </p>
        <Button
          aria-disabled={css === '' || undefined}
          onClick={() => {
            if (css !== '') void copyText(css).then(setIsCopied)
          }}
        >
          {words.copy}
        </Button>
      </div>
    </>
  )
}

interface SegmentsProps<Value extends string> {
  label: string
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

/** A choice whose values are all in sight. */
function Segments<Value extends string>({ label, values, names, value, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-data text-text-2">{label}</legend>
      <div className="flex rounded-button bg-sunken p-0.5">
        {values.map((one) => (
          <label
            key={one}
            className="relative flex min-h-7 flex-1 items-center justify-center rounded-button px-1 text-data text-text-2 has-checked:bg-raised has-checked:text-text has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
              checked={one === value}
              onChange={() => onChange(one)}
            />
            {names[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
