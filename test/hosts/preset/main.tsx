import './host.css'
import { AntiphonRoot } from '@antiphon/ui'
import { createRoot } from 'react-dom/client'

// Parts of the host's own, on the kit's tokens; none of the kit's component styles are here.
createRoot(document.getElementById('app')!).render(
  <AntiphonRoot theme="dark" id="own">
    <p
      id="own-text"
      className="bg-antiphon-surface text-antiphon-text-2 rounded-antiphon-block p-antiphon-row font-antiphon-mono text-antiphon-data"
    >
      own part
    </p>
  </AntiphonRoot>,
)
// And one of the host's own, which the preset must not affect.
const theirs = document.body.appendChild(document.createElement('p'))
theirs.id = 'theirs'
theirs.className = 'font-sans rounded dark:text-red-500'
theirs.append(document.createElement('code'))
