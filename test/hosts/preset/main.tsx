import './host.css'
import { AntiphonRoot } from '@antiphon/ui'
import { createRoot } from 'react-dom/client'

// Parts of the host's own, on the kit's tokens; none of the kit's component styles are here.
createRoot(document.getElementById('app')!).render(
  <AntiphonRoot theme="dark" id="own">
    <p id="own-text" className="bg-surface text-text-2 rounded-block p-row font-mono text-data">
      own part
    </p>
  </AntiphonRoot>,
)
