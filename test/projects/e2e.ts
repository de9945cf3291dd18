import { builtConditions, exclude } from './shared.js'

/** Pages and commands made of the packages as their users get them: built, without `antiphon-source`. */
export const e2e = [
  {
    extends: true as const,
    resolve: { conditions: builtConditions },
    ssr: { resolve: { conditions: builtConditions } },
    test: {
      name: 'e2e',
      globalSetup: ['test/support/build-packages.ts', 'test/support/builds-folder.ts'],
      setupFiles: ['test/setup-waiting.ts'],
      environment: 'node',
      isolate: false,
      include: ['test/e2e/**/*.test.ts'],
      exclude,
    },
  },
]
