import { benchScreen } from './run.mjs'
await benchScreen(process.argv.slice(2))
