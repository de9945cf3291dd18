import { ToolbarButton } from '../toolbar-button.js'
import type { Density } from './use-density.js'

const shapes: Record<Density, string> = {
  comfortable: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h11',
  compact: 'M2.5 2.5h11M2.5 5.25h11M2.5 8h11M2.5 10.75h11M2.5 13.5h11',
}

export interface DensitySwitchProps {
  density: Density
  onChange: (density: Density) => void
}

/** Rows and text with more or less room around them. */
export function DensitySwitch({ density, onChange }: DensitySwitchProps) {
  const next = density === 'compact' ? 'comfortable' : 'compact'
  return (
    <ToolbarButton
      label={`Density: ${density}. Switch to ${next}`}
      shape={<path d={shapes[density]} />}
      onClick={() => onChange(next)}
    />
  )
}
