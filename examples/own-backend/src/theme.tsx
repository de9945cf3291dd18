import { words } from './words.js'

/** The whole kit follows `data-theme` of the page. */
const { dataset } = document.documentElement
dataset.theme = localStorage.getItem('theme') ?? 'system'

const choose = (theme: string) => localStorage.setItem('theme', (dataset.theme = theme))

export const ThemeSwitch = () => (
  <select
    aria-label={words.theme}
    defaultValue={dataset.theme}
    onChange={(event) => choose(event.target.value)}
  >
    {Object.entries(words.themes).map(([theme, name]) => (
      <option key={theme} value={theme}>
        {name}
      </option>
    ))}
  </select>
)
