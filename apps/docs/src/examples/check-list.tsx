import { CheckList } from '@antiphon/shell'

// In your app: checkEndpoint(endpoint) of @antiphon/providers.
const checks = [
  { name: 'models', state: 'pass', seen: '32 models.', ms: 214 },
  {
    name: 'tools',
    state: 'fail',
    seen: 'The model answered in words and called nothing.',
    fix: 'Start the server with --jinja.',
    ms: 2_310,
  },
] as const

export const Example = () => <CheckList checks={checks} onRun={() => {}} />
