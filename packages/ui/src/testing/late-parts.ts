import { beforeAll } from 'vitest'
import { lazyLive } from '../components/live-parts/use-live-parts.js'

// A chat has them before the first call, and a server before its first page.
beforeAll(() => lazyLive.load())
