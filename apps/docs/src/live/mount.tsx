import './live.css'
import './utilities.css'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { LiveExample } from './live-example.js'
import { LiveScrub } from './live-scrub.js'
import { LiveStates } from './live-states.js'
import { LiveTheme } from './live-theme.js'

/** Draws what the attributes of a place ask for (site/live-place.ts writes them). */
export function mount(place: HTMLElement): void {
  createRoot(place).render(<StrictMode>{contentOf(place.dataset)}</StrictMode>)
  place.dataset['ready'] = ''
}

function contentOf({ live, name = '', states = '', frame }: DOMStringMap): ReactNode {
  switch (live) {
    case 'example':
      return <LiveExample name={name} isFramed={frame === 'part'} />
    case 'states':
      return <LiveStates file={name} names={states.split(' ')} />
    case 'scrub':
      return <LiveScrub scenario={name} />
    case 'theme':
      return <LiveTheme />
    default:
      throw new Error(`There is no live part "${live}".`)
  }
}
